import { pageOf } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EventLog, EventPage } from '../ports.ts';

export interface ListEventsDeps {
  readonly eventLog: Pick<EventLog, 'list'>;
  readonly clock: Clock;
}

const RETENTION_HOURS = 30 * 24;

export async function listEvents(
  { eventLog, clock }: ListEventsDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  page: Omit<EventPage, 'since'>,
): Promise<{ bodies: string[]; nextAfter: string | null }> {
  const since = clock.now().subtract({ hours: RETENTION_HOURS });
  const { rows, hasMore } = pageOf(await eventLog.list(tenantId, { ...page, since }), page.limit);
  const last = hasMore ? rows.at(-1) : undefined;
  return { bodies: rows.map(({ body }) => body), nextAfter: last?.position ?? null };
}
