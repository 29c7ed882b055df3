// list-events: what happened in the last 30 days, oldest first, for whoever missed a webhook.
import type { Clock } from '@lodging/kernel';
import type { Caller, EventPage, LoggedEvents } from './webhook-ports.ts';

const KEPT_HOURS = 30 * 24;

export function listEvents({ log, clock }: { log: LoggedEvents; clock: Clock }) {
  return async ({ tenantId }: Caller, page: Omit<EventPage, 'since'>) => {
    const since = clock.now().subtract({ hours: KEPT_HOURS });
    const found = await log.list(tenantId, { ...page, since });
    const shown = found.slice(0, page.limit);
    const last = found.length > page.limit ? shown.at(-1) : undefined;
    return { bodies: shown.map(({ body }) => body), nextAfter: last?.position ?? null };
  };
}
