import {
  collectWebhookEndpointStats,
  limitMails,
  readMailLimits,
  replayWebhooks,
} from '@lodging/contract-notifications';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import type { NotificationsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;
/** Of what is shown beside something else, and left out where it does not come. */
const ASIDE_TIMEOUT_MS = 1_000;

export function createNotificationsClient(bus: Pick<Bus, 'request'>): NotificationsClient {
  return {
    readMailLimits: (ctx) => bus.request(readMailLimits, {}, ctx, { timeoutMs: TIMEOUT_MS }),
    async findMailLimits(ctx) {
      try {
        const read = await bus.request(readMailLimits, {}, ctx, { timeoutMs: ASIDE_TIMEOUT_MS });
        return read.ok ? read.value : undefined;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        return undefined;
      }
    },
    limitMails: (ctx, changes) => bus.request(limitMails, changes, ctx, { timeoutMs: TIMEOUT_MS }),
    collectWebhookEndpointStats: (ctx) =>
      bus.request(collectWebhookEndpointStats, {}, ctx, { timeoutMs: TIMEOUT_MS }),
    replayWebhooks: (ctx, replay) => bus.request(replayWebhooks, replay, ctx, { timeoutMs: TIMEOUT_MS }),
  };
}
