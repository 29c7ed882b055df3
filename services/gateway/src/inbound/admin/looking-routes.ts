import { feedsQuery, modeQuery, paymentAccountQuery } from '@lodging/contract-public';
import { listFeeds } from '../../use-cases/list-feeds.ts';
import type { Neighbours, TenantStore } from '../../use-cases/ports.ts';
import { readPaymentAccount } from '../../use-cases/read-payment-account.ts';
import { surveyWebhooks } from '../../use-cases/survey-webhooks.ts';
import { syncFeed } from '../../use-cases/sync-feed.ts';
import type { Seal } from '../../domain/cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

interface LookingParts {
  readonly tenants: TenantStore;
  readonly neighbours: Neighbours;
  readonly seal: Seal;
}

const TENANT = '/admin/v1/tenants/{id}';

export function lookingRoutes(parts: LookingParts): AdminRoute[] {
  return [
    adminRoute({
      method: 'GET',
      path: `${TENANT}/payment-account`,
      status: 200,
      query: paymentAccountQuery,
      run: ({ id, query, requestId }) => readPaymentAccount(parts, id, query.mode, requestId),
    }),
    adminRoute({
      method: 'GET',
      path: `${TENANT}/feeds`,
      status: 200,
      query: feedsQuery,
      run: ({ id, query, requestId }) => listFeeds(parts, id, query, requestId),
    }),
    adminRoute({
      method: 'POST',
      path: `${TENANT}/feeds/{connectionId}/sync`,
      status: 202,
      query: modeQuery,
      run: ({ id, connectionId, query, requestId }) =>
        syncFeed(parts, { tenantId: id, mode: query.mode, connectionId }, requestId),
    }),
    adminRoute({
      method: 'GET',
      path: `${TENANT}/webhooks`,
      status: 200,
      query: modeQuery,
      run: ({ id, query, requestId }) => surveyWebhooks(parts, { tenantId: id, mode: query.mode }, requestId),
    }),
  ];
}
