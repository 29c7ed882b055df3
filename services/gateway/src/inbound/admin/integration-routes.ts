import {
  feedsQuery,
  fxRatesBody,
  modeQuery,
  paymentAccountBody,
  paymentAccountQuery,
  webhookReplayBody,
} from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { createdFields } from '../../domain/audit.ts';
import type { Deed } from '../../domain/audit.ts';
import { auditedCall } from '../../use-cases/audited-call.ts';
import { removePaymentAccount, setPaymentAccount } from '../../use-cases/change-payment-account.ts';
import { contextForMode } from '../../use-cases/find-tenant.ts';
import { creationOrder, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { feedWire } from './wire.ts';

const TENANT = '/admin/v1/tenants/{id}';
const PAYMENT_ACCOUNT = `${TENANT}/payment-account`;

const paymentAccountRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'PUT',
    path: PAYMENT_ACCOUNT,
    status: 200,
    body: paymentAccountBody,
    run: (deps, ctx, { body }) => setPaymentAccount(deps, ctx, body),
  }),
  adminRoute({
    method: 'GET',
    path: PAYMENT_ACCOUNT,
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
    status: 204,
    query: paymentAccountQuery,
    run: (deps, ctx, { query }) => removePaymentAccount(deps, ctx, query),
  }),
];

const feedRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: `${TENANT}/feeds`,
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
      return ok({ feeds: connections.map(feedWire), nextCursor });
    },
  }),
  adminRoute({
    method: 'POST',
    path: `${TENANT}/feeds/{connectionId}/sync`,
    status: 202,
    query: modeQuery,
    async run(deps, ctx, { connectionId, query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const deed: Deed = {
        tenantId: ctx.tenantId,
        action: 'connection.sync_requested',
        target: { kind: 'connection', id: connectionId },
        changes: createdFields({ mode }),
      };
      const call = () => deps.channels.syncConnection(inMode.value, connectionId);
      return auditedCall(deps, ctx.source, deed, { call });
    },
    toWire: feedWire,
  }),
];

export const integrationRoutes: readonly AdminRoute[] = [
  ...paymentAccountRoutes,
  ...feedRoutes,
  adminRoute({
    method: 'GET',
    path: `${TENANT}/webhooks`,
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
    status: 202,
    query: modeQuery,
    body: webhookReplayBody,
    async run(deps, ctx, { webhookEndpointId, body, query: { mode } }) {
      const inMode = await contextForMode(deps, ctx, mode);
      if (!inMode.ok) return inMode;
      const deed: Deed = {
        tenantId: ctx.tenantId,
        action: 'webhooks.replay_requested',
        target: { kind: 'webhook_endpoint', id: webhookEndpointId },
        changes: createdFields({ mode, ...body }),
      };
      const call = () => deps.notifications.replayWebhooks(inMode.value, { webhookEndpointId, ...body });
      return auditedCall(deps, ctx.source, deed, { call });
    },
  }),
  adminRoute({
    method: 'PUT',
    path: '/admin/v1/fx-rates',
    status: 200,
    body: fxRatesBody,
    run(deps, ctx, { body }) {
      const pairs = body.rates.map(
        ({ fromCurrency, toCurrency, rate }) => `${fromCurrency}/${toCurrency} ${rate}`,
      );
      const deed: Deed = {
        tenantId: null,
        action: 'fx_rates.set',
        target: null,
        changes: createdFields({ rates: pairs }),
      };
      return auditedCall(deps, ctx.source, deed, { call: () => deps.inventory.putFxRates(ctx, body) });
    },
  }),
];
