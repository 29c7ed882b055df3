import {
  mailLimitsBody,
  modeQuery,
  pageQuery,
  suspensionBody,
  tenantBody,
  tenantLimitsBody,
} from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { limitMails } from '../../use-cases/tenants/limit-mails.ts';
import { limitTenant } from '../../use-cases/tenants/limit-tenant.ts';
import { reinstateTenant } from '../../use-cases/tenants/reinstate-tenant.ts';
import { suspendTenant } from '../../use-cases/tenants/suspend-tenant.ts';
import { copyToSandbox } from '../../use-cases/tenants/copy-to-sandbox.ts';
import { createTenant } from '../../use-cases/tenants/create-tenant.ts';
import { contextForMode } from '../../use-cases/tenants/find-tenant.ts';
import { readTenant } from '../../use-cases/tenants/read-tenant.ts';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { tenantToWire } from '../../wire/tenants.ts';

const TENANTS = '/admin/v1/tenants';
const COPY_TIMEOUT_MS = 30_000;
const scope = { list: 'tenants', tenantId: 'platform' };

export const tenantRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'POST',
    path: TENANTS,
    scope: 'tenants',
    status: 201,
    body: tenantBody,
    run: (deps, ctx, { body }) => createTenant(deps, ctx, body),
    toWire: tenantToWire,
  }),
  adminRoute({
    method: 'GET',
    path: TENANTS,
    scope: 'read',
    status: 200,
    query: pageQuery,
    async run({ tenants, cursors }, _ctx, { query }) {
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      return ok(cutPage(cursors, scope, await tenants.list(page.value), query.limit));
    },
    toWire: ({ rows, nextCursor }) => ({ tenants: rows.map((tenant) => tenantToWire(tenant)), nextCursor }),
  }),
  adminRoute({
    method: 'GET',
    path: `${TENANTS}/{id}`,
    scope: 'read',
    status: 200,
    run: (deps, ctx) => readTenant(deps, ctx),
    toWire: ({ tenant, mailLimits }) => tenantToWire(tenant, mailLimits),
  }),
  adminRoute({
    method: 'PATCH',
    path: `${TENANTS}/{id}`,
    scope: 'tenants',
    status: 200,
    body: tenantLimitsBody,
    run: (deps, ctx, { body }) => limitTenant(deps, ctx, body),
    toWire: ({ tenant, mailLimits }) => tenantToWire(tenant, mailLimits),
  }),
  adminRoute({
    method: 'PATCH',
    path: `${TENANTS}/{id}/mail-limits`,
    scope: 'tenants',
    status: 200,
    body: mailLimitsBody,
    run: (deps, ctx, { body }) => limitMails(deps, ctx, body),
  }),
  adminRoute({
    method: 'GET',
    path: `${TENANTS}/{id}/mail-limits`,
    scope: 'read',
    status: 200,
    query: modeQuery,
    async run(deps, ctx, { query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const limits = await deps.notifications.readMailLimits(inMode.value);
      return limits.ok ? ok({ mode, ...limits.value }) : limits;
    },
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/suspend`,
    scope: 'tenants',
    status: 200,
    body: suspensionBody,
    run: (deps, ctx, { body }) => suspendTenant(deps, ctx, body),
    toWire: tenantToWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/reinstate`,
    scope: 'tenants',
    status: 200,
    run: (deps, ctx) => reinstateTenant(deps, ctx),
    toWire: tenantToWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANTS}/{id}/sandbox/copy`,
    scope: 'tenants',
    status: 200,
    timeoutMs: COPY_TIMEOUT_MS,
    run: (deps, ctx) => copyToSandbox(deps, ctx),
  }),
];
