import { ok, pageOf, refuse } from '@lodging/kernel';
import type { Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EventLog, EventPage } from '../../ports/events.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type ListEventsDeps = Pick<NotificationsDeps, 'eventLog' | 'clock'>;

type LoggedBody = Awaited<ReturnType<EventLog['list']>>[number];

const RETENTION_HOURS = 30 * 24;

export async function listEvents(
  { eventLog, clock }: ListEventsDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  page: Omit<EventPage, 'since'>,
): Promise<Result<RowPage<LoggedBody>>> {
  const { from, to } = page;
  if (from !== undefined && to !== undefined && Temporal.Instant.compare(from, to) >= 0)
    return refuse('invalid_window', '`from` must be before `to`.');
  const since = clock.now().subtract({ hours: RETENTION_HOURS });
  return ok(pageOf(await eventLog.list(tenantId, { ...page, since }), page.limit));
}
