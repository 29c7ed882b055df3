import {
  collectWebhookEndpointStats,
  limitMails,
  readMailLimits,
  replayWebhooks,
} from '@lodging/contract-notifications';
import type { Bus } from '@lodging/kit-messaging';
import type { NotificationsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;

export function createNotificationsClient(bus: Pick<Bus, 'request'>): NotificationsClient {
  return {
    readMailLimits: (ctx) => bus.request(readMailLimits, {}, ctx, { timeoutMs: TIMEOUT_MS }),
    limitMails: (ctx, changes) => bus.request(limitMails, changes, ctx, { timeoutMs: TIMEOUT_MS }),
    collectWebhookEndpointStats: (ctx) =>
      bus.request(collectWebhookEndpointStats, {}, ctx, { timeoutMs: TIMEOUT_MS }),
    replayWebhooks: (ctx, replay) => bus.request(replayWebhooks, replay, ctx, { timeoutMs: TIMEOUT_MS }),
  };
}
