import {
  apiKeyBody,
  fxRatesBody,
  operatorBody,
  pageQuery,
  paymentAccountBody,
  paymentAccountQuery,
  permission,
  rotationBody,
  tenantBody,
} from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import type { Keyring } from '../../use-cases/authenticate-key.ts';
import { createApiKey } from '../../use-cases/create-api-key.ts';
import { createOperator } from '../../use-cases/create-operator.ts';
import { createTenant } from '../../use-cases/create-tenant.ts';
import { listApiKeys } from '../../use-cases/list-api-keys.ts';
import { listTenants } from '../../use-cases/list-tenants.ts';
import type {
  Digest,
  HashPassword,
  KeyStore,
  Neighbours,
  OperatorStore,
  RandomBytes,
  TenantStore,
} from '../../use-cases/ports.ts';
import { putFxRates } from '../../use-cases/put-fx-rates.ts';
import { readTenant } from '../../use-cases/read-tenant.ts';
import { removePaymentAccount } from '../../use-cases/remove-payment-account.ts';
import { revokeApiKey } from '../../use-cases/revoke-api-key.ts';
import { rotateApiKey } from '../../use-cases/rotate-api-key.ts';
import { setPaymentAccount } from '../../use-cases/set-payment-account.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { lookingRoutes } from './looking-routes.ts';
import { keyRecord, operatorRecord, shownKey, tenantRecord } from './present.ts';
import { opsRoutes } from './ops-routes.ts';
import type { OpsParts } from './ops-routes.ts';

export interface AdminParts extends OpsParts {
  readonly tenants: TenantStore;
  readonly keys: KeyStore;
  readonly operators: OperatorStore;
  readonly neighbours: Neighbours;
  readonly keyring: Pick<Keyring, 'forget'>;
  readonly random: RandomBytes;
  readonly digest: Digest;
  readonly hashPassword: HashPassword;
  readonly newId: NewId;
}

const TENANTS = '/admin/v1/tenants';
const KEYS = `${TENANTS}/{id}/api-keys`;

export function adminRoutes(parts: AdminParts): readonly AdminRoute[] {
  return [
    ...tenantRoutes(parts),
    ...keyRoutes(parts),
    ...otherRoutes(parts),
    ...lookingRoutes(parts),
    ...opsRoutes(parts),
  ];
}

function tenantRoutes(parts: AdminParts): AdminRoute[] {
  return [
    adminRoute({
      method: 'POST',
      path: TENANTS,
      status: 201,
      body: tenantBody,
      run: ({ body }) => createTenant(parts, body),
      present: tenantRecord,
    }),
    adminRoute({
      method: 'GET',
      path: TENANTS,
      status: 200,
      query: pageQuery,
      run: ({ query }) => listTenants(parts, query),
      present: ({ tenants, nextCursor }) => ({ tenants: tenants.map(tenantRecord), nextCursor }),
    }),
    adminRoute({
      method: 'GET',
      path: `${TENANTS}/{id}`,
      status: 200,
      run: ({ id }) => readTenant(parts.tenants, id),
      present: tenantRecord,
    }),
  ];
}

function keyRoutes(parts: AdminParts): AdminRoute[] {
  return [
    adminRoute({
      method: 'POST',
      path: KEYS,
      status: 201,
      body: apiKeyBody,
      run: ({ id, body }) => createApiKey({ ...parts, permissions: permission.options }, id, body),
      present: shownKey,
    }),
    adminRoute({
      method: 'GET',
      path: KEYS,
      status: 200,
      query: pageQuery,
      run: ({ id, query }) => listApiKeys(parts, id, query),
      present: ({ apiKeys, nextCursor }) => ({ apiKeys: apiKeys.map(keyRecord), nextCursor }),
    }),
    adminRoute({
      method: 'DELETE',
      path: `${KEYS}/{keyId}`,
      status: 204,
      run: ({ id, keyId }) => revokeApiKey(parts, id, keyId),
    }),
    adminRoute({
      method: 'POST',
      path: `${KEYS}/{keyId}/rotate`,
      status: 201,
      body: rotationBody,
      run: ({ id, keyId, body }) => rotateApiKey(parts, id, keyId, body?.graceSeconds ?? 0),
      present: shownKey,
    }),
  ];
}

function otherRoutes(parts: AdminParts): AdminRoute[] {
  const account = `${TENANTS}/{id}/payment-account`;
  return [
    adminRoute({
      method: 'POST',
      path: `${TENANTS}/{id}/operators`,
      status: 201,
      body: operatorBody,
      run: ({ id, body }) => createOperator(parts, id, body),
      present: operatorRecord,
    }),
    adminRoute({
      method: 'PUT',
      path: account,
      status: 200,
      body: paymentAccountBody,
      run: ({ id, body, requestId }) => setPaymentAccount(parts, id, body, requestId),
    }),
    adminRoute({
      method: 'DELETE',
      path: account,
      status: 204,
      query: paymentAccountQuery,
      run: async ({ id, query, requestId }) => {
        const removed = await removePaymentAccount(parts, id, query.mode, requestId);
        return removed.ok ? ok(undefined) : removed;
      },
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/v1/fx-rates',
      status: 200,
      body: fxRatesBody,
      run: ({ body, requestId }) => putFxRates(parts, body, requestId),
    }),
  ];
}
