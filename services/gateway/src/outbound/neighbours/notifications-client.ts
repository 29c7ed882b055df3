import { collectWebhookEndpointStats, replayWebhooks } from '@lodging/contract-notifications';
import type { Bus } from '@lodging/kit-messaging';
import type { NotificationsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;

export function createNotificationsClient(bus: Pick<Bus, 'request'>): NotificationsClient {
  return {
    collectWebhookEndpointStats: (ctx) =>
      bus.request(collectWebhookEndpointStats, {}, ctx, { timeoutMs: TIMEOUT_MS }),
    replayWebhooks: (ctx, replay) => bus.request(replayWebhooks, replay, ctx, { timeoutMs: TIMEOUT_MS }),
  };
}
