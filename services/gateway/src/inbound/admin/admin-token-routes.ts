import { adminScope, adminTokenBody, pageQuery } from '@lodging/contract-public';
import { instantOrNull, ok } from '@lodging/kernel';
import { createAdminToken } from '../../use-cases/audit/create-admin-token.ts';
import { revokeAdminToken } from '../../use-cases/audit/revoke-admin-token.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { adminTokenToWire, issuedAdminTokenToWire } from '../../wire/audit.ts';

const ADMIN_TOKENS = '/admin/v1/admin-tokens';
const scope = { list: 'admin-tokens', tenantId: 'platform' };

export const adminTokenRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: ADMIN_TOKENS,
    scope: 'root',
    status: 201,
    body: adminTokenBody,
    run: (deps, ctx, { body: { name, scopes = adminScope.options, expiresAt } }) =>
      createAdminToken(deps, ctx, { name, scopes, expiresAt: instantOrNull(expiresAt) }),
    toWire: issuedAdminTokenToWire,
  }),
  adminRoute({
    method: 'GET',
    path: ADMIN_TOKENS,
    scope: 'read',
    status: 200,
    query: pageQuery,
    async run({ adminTokens, cursors }, _ctx, { query }) {
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      return ok(cutPage(cursors, scope, await adminTokens.list(page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ adminTokens: rows.map(adminTokenToWire), nextCursor }),
  }),
  adminRoute({
    method: 'DELETE',
    path: `${ADMIN_TOKENS}/{tokenId}`,
    scope: 'root',
    status: 204,
    run: (deps, ctx, { tokenId }) => revokeAdminToken(deps, ctx, { tokenId }),
  }),
];
