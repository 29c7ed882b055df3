import {
  feedsQuery,
  fxRatesBody,
  modeQuery,
  paymentAccountBody,
  paymentAccountQuery,
  webhookReplayBody,
} from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { createdFields } from '../../domain/audit/audit.ts';
import type { AuditAction } from '../../domain/audit/audit.ts';
import { auditedCall } from '../../use-cases/audit/audited-call.ts';
import { removePaymentAccount } from '../../use-cases/tenants/remove-payment-account.ts';
import { setPaymentAccount } from '../../use-cases/tenants/set-payment-account.ts';
import { contextForMode } from '../../use-cases/tenants/find-tenant.ts';
import { creationOrder, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

const TENANT = '/admin/v1/tenants/{id}';
const PAYMENT_ACCOUNT = `${TENANT}/payment-account`;

const paymentAccountRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'PUT',
    path: PAYMENT_ACCOUNT,
    scope: 'tenants',
    status: 200,
    body: paymentAccountBody,
    run: (deps, ctx, { body }) => setPaymentAccount(deps, ctx, body),
  }),
  adminRoute({
    method: 'GET',
    path: PAYMENT_ACCOUNT,
    scope: 'read',
    status: 200,
    query: paymentAccountQuery,
    async run(deps, ctx, { query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const account = await deps.payments.readPaymentAccount(inMode.value);
      return account.ok ? ok({ mode, ...account.value }) : account;
    },
  }),
  adminRoute({
    method: 'DELETE',
    path: PAYMENT_ACCOUNT,
    scope: 'tenants',
    status: 204,
    query: paymentAccountQuery,
    run: (deps, ctx, { query }) => removePaymentAccount(deps, ctx, query),
  }),
];

const feedRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: `${TENANT}/feeds`,
    scope: 'read',
    status: 200,
    query: feedsQuery,
    async run(deps, ctx, { query }) {
      const { channels, cursors } = deps;
      const scope = { list: `feeds-${query.mode}`, tenantId: ctx.tenantId };
      const page = readPage(query, creationOrder, (cursor) => cursors.verify(scope, cursor));
      if (!page.ok) return page;
      const inMode = await contextForMode(deps, ctx, query.mode);
      if (!inMode.ok) return inMode;
      const listed = await channels.listConnections(inMode.value, page.value);
      if (!listed.ok) return listed;
      const { connections, nextAfter } = listed.value;
      const nextCursor = nextAfter === null ? null : cursors.sign(scope, creationOrder.write(nextAfter));
      return ok({ feeds: connections, nextCursor });
    },
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANT}/feeds/{connectionId}/sync`,
    scope: 'recovery',
    status: 202,
    query: modeQuery,
    async run(deps, ctx, { connectionId, query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const auditAction: AuditAction = {
        tenantId: ctx.tenantId,
        action: 'connection.sync_requested',
        target: { kind: 'connection', id: connectionId },
        changes: createdFields({ mode }),
      };
      const call = () => deps.channels.syncConnection(inMode.value, connectionId);
      return auditedCall(deps, ctx.source, auditAction, { call });
    },
  }),
];

export const integrationRoutes: readonly AdminRoute[] = [
  ...paymentAccountRoutes,
  ...feedRoutes,
  adminRoute({
    method: 'GET',
    path: `${TENANT}/webhooks`,
    scope: 'read',
    status: 200,
    query: modeQuery,
    async run(deps, ctx, { query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      return inMode.ok ? deps.notifications.collectWebhookEndpointStats(inMode.value) : inMode;
    },
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANT}/webhooks/{webhookEndpointId}/replay`,
    scope: 'recovery',
    status: 202,
    query: modeQuery,
    body: webhookReplayBody,
    async run(deps, ctx, { webhookEndpointId, body, query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const auditAction: AuditAction = {
        tenantId: ctx.tenantId,
        action: 'webhooks.replay_requested',
        target: { kind: 'webhook_endpoint', id: webhookEndpointId },
        changes: createdFields({ mode, ...body }),
      };
      const call = () => deps.notifications.replayWebhooks(inMode.value, { webhookEndpointId, ...body });
      return auditedCall(deps, ctx.source, auditAction, { call });
    },
  }),
  adminRoute({
    method: 'PUT',
    path: '/admin/v1/fx-rates',
    scope: 'tenants',
    status: 200,
    body: fxRatesBody,
    run(deps, ctx, { body }) {
      const pairs = body.rates.map(
        ({ fromCurrency, toCurrency, rate }) => `${fromCurrency}/${toCurrency} ${rate}`,
      );
      const auditAction: AuditAction = {
        tenantId: null,
        action: 'fx_rates.set',
        target: null,
        changes: createdFields({ rates: pairs }),
      };
      return auditedCall(deps, ctx.source, auditAction, { call: () => deps.inventory.putFxRates(ctx, body) });
    },
  }),
];
