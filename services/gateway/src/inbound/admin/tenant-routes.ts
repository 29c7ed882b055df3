import { pageQuery, suspensionBody, tenantBody, tenantLimitsBody } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { limitTenant, reinstateTenant, suspendTenant } from '../../use-cases/change-tenant.ts';
import { copyToSandbox } from '../../use-cases/copy-to-sandbox.ts';
import { createTenant } from '../../use-cases/create-tenant.ts';
import { findTenant } from '../../use-cases/find-tenant.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { tenantWire } from './wire.ts';

const TENANTS = '/admin/v1/tenants';
const COPY_TIMEOUT_MS = 30_000;
const scope = { list: 'tenants', tenantId: 'platform' };

export const tenantRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: TENANTS,
    status: 201,
    body: tenantBody,
    run: (deps, ctx, { body }) => createTenant(deps, ctx, body),
    toWire: tenantWire,
  }),
  adminRoute({
    method: 'GET',
    path: TENANTS,
    status: 200,
    query: pageQuery,
    async run({ tenants, cursors }, _ctx, { query }) {
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      return ok(cutPage(cursors, scope, await tenants.list(page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ tenants: rows.map(tenantWire), nextCursor }),
  }),
  adminRoute({
    method: 'GET',
    path: `${TENANTS}/{id}`,
    status: 200,
    run: (deps, ctx) => findTenant(deps, ctx),
    toWire: tenantWire,
  }),
  adminRoute({
    method: 'PATCH',
    path: `${TENANTS}/{id}`,
    status: 200,
    body: tenantLimitsBody,
    run: (deps, ctx, { body }) => limitTenant(deps, ctx, body),
    toWire: tenantWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/suspend`,
    status: 200,
    body: suspensionBody,
    run: (deps, ctx, { body }) => suspendTenant(deps, ctx, body),
    toWire: tenantWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/reinstate`,
    status: 200,
    run: (deps, ctx) => reinstateTenant(deps, ctx),
    toWire: tenantWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/sandbox/copy`,
    status: 200,
    timeoutMs: COPY_TIMEOUT_MS,
    run: (deps, ctx) => copyToSandbox(deps, ctx),
  }),
];
