import { apiKeyBody, apiKeyChangesBody, pageQuery, permission, rotationBody } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { changeApiKey } from '../../use-cases/change-api-key.ts';
import { createApiKey } from '../../use-cases/create-api-key.ts';
import { findTenant } from '../../use-cases/find-tenant.ts';
import { revokeApiKey } from '../../use-cases/revoke-api-key.ts';
import { rotateApiKey } from '../../use-cases/rotate-api-key.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { apiKeyWire, instantIn, issuedApiKeyWire } from './wire.ts';

const API_KEYS = '/admin/v1/tenants/{id}/api-keys';

export const apiKeyRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: API_KEYS,
    status: 201,
    body: apiKeyBody,
    run: (deps, ctx, { body: { expiresAt, ...body } }) =>
      createApiKey(deps, ctx, {
        ...body,
        expiresAt: instantIn(expiresAt),
        defaultPermissions: permission.options,
      }),
    toWire: issuedApiKeyWire,
  }),
  adminRoute({
    method: 'GET',
    path: API_KEYS,
    status: 200,
    query: pageQuery,
    async run(deps, ctx, { query }) {
      const { apiKeys, cursors } = deps;
      const scope = { list: 'api-keys', tenantId: ctx.tenantId };
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      const tenant = await findTenant(deps, ctx);
      if (!tenant.ok) return tenant;
      return ok(cutPage(cursors, scope, await apiKeys.list(ctx.tenantId, page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ apiKeys: rows.map(apiKeyWire), nextCursor }),
  }),
  adminRoute({
    method: 'PATCH',
    path: `${API_KEYS}/{keyId}`,
    status: 200,
    body: apiKeyChangesBody,
    run: (deps, ctx, { keyId, body }) => changeApiKey(deps, ctx, { keyId, changes: body }),
    toWire: apiKeyWire,
  }),
  adminRoute({
    method: 'DELETE',
    path: `${API_KEYS}/{keyId}`,
    status: 204,
    run: (deps, ctx, { keyId }) => revokeApiKey(deps, ctx, { keyId }),
  }),
  adminRoute({
    method: 'POST',
    path: `${API_KEYS}/{keyId}/rotate`,
    status: 201,
    body: rotationBody,
    run: (deps, ctx, { keyId, body }) =>
      rotateApiKey(deps, ctx, { keyId, graceSeconds: body?.graceSeconds ?? 0 }),
    toWire: issuedApiKeyWire,
  }),
];
