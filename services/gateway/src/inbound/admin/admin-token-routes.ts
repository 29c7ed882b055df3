import { adminTokenBody, pageQuery } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { createAdminToken } from '../../use-cases/create-admin-token.ts';
import { revokeAdminToken } from '../../use-cases/revoke-admin-token.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { adminTokenWire, instantIn, issuedAdminTokenWire } from './wire.ts';

const ADMIN_TOKENS = '/admin/v1/admin-tokens';
const scope = { list: 'admin-tokens', tenantId: 'platform' };

export const adminTokenRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: ADMIN_TOKENS,
    status: 201,
    body: adminTokenBody,
    run: (deps, ctx, { body: { name, expiresAt } }) =>
      createAdminToken(deps, ctx, { name, expiresAt: instantIn(expiresAt) }),
    toWire: issuedAdminTokenWire,
  }),
  adminRoute({
    method: 'GET',
    path: ADMIN_TOKENS,
    status: 200,
    query: pageQuery,
    async run({ adminTokens, cursors }, _ctx, { query }) {
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      return ok(cutPage(cursors, scope, await adminTokens.list(page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ adminTokens: rows.map(adminTokenWire), nextCursor }),
  }),
  adminRoute({
    method: 'DELETE',
    path: `${ADMIN_TOKENS}/{tokenId}`,
    status: 204,
    run: (deps, ctx, { tokenId }) => revokeAdminToken(deps, ctx, { tokenId }),
  }),
];
