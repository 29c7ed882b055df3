import { collectWebhookEndpointStats } from '@lodging/contract-notifications';
import type { Bus } from '@lodging/kit-messaging';
import type { NotificationsClient } from '../ports.ts';

const TIMEOUT_MS = 5_000;

export function createNotificationsClient(bus: Pick<Bus, 'ask'>): NotificationsClient {
  return {
    collectWebhookEndpointStats: (ctx) =>
      bus.ask(collectWebhookEndpointStats, {}, ctx, { timeoutMs: TIMEOUT_MS }),
  };
}
