import { apiKeyBody, apiKeyChangesBody, pageQuery, permission, rotationBody } from '@lodging/contract-public';
import { instantOrNull, ok } from '@lodging/kernel';
import { changeApiKey } from '../../use-cases/keys/change-api-key.ts';
import { createApiKey } from '../../use-cases/keys/create-api-key.ts';
import { findTenant } from '../../use-cases/tenants/find-tenant.ts';
import { revokeApiKey } from '../../use-cases/keys/revoke-api-key.ts';
import { rotateApiKey } from '../../use-cases/keys/rotate-api-key.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { apiKeyToWire, issuedApiKeyToWire } from '../../wire/keys.ts';

const API_KEYS = '/admin/v1/tenants/{id}/api-keys';

export const apiKeyRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: API_KEYS,
    scope: 'keys',
    status: 201,
    body: apiKeyBody,
    run: (deps, ctx, { body: { expiresAt, ...body } }) =>
      createApiKey(deps, ctx, {
        ...body,
        expiresAt: instantOrNull(expiresAt),
        defaultPermissions: permission.options,
      }),
    toWire: issuedApiKeyToWire,
  }),
  adminRoute({
    method: 'GET',
    path: API_KEYS,
    scope: 'read',
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
    toWire: ({ rows, nextCursor }) => ({ apiKeys: rows.map(apiKeyToWire), nextCursor }),
  }),
  adminRoute({
    method: 'PATCH',
    path: `${API_KEYS}/{keyId}`,
    scope: 'keys',
    status: 200,
    body: apiKeyChangesBody,
    run: (deps, ctx, { keyId, body }) => changeApiKey(deps, ctx, { keyId, changes: body }),
    toWire: apiKeyToWire,
  }),
  adminRoute({
    method: 'DELETE',
    path: `${API_KEYS}/{keyId}`,
    scope: 'keys',
    status: 204,
    run: (deps, ctx, { keyId }) => revokeApiKey(deps, ctx, { keyId }),
  }),
  adminRoute({
    method: 'POST',
    path: `${API_KEYS}/{keyId}/rotate`,
    scope: 'keys',
    status: 201,
    body: rotationBody,
    run: (deps, ctx, { keyId, body }) =>
      rotateApiKey(deps, ctx, { keyId, graceSeconds: body?.graceSeconds ?? 0 }),
    toWire: issuedApiKeyToWire,
  }),
];
