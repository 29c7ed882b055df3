import { DatabaseUnavailable, isLockTimeout } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent, createBatcher } from '@lodging/kit-runtime';
import type { Clock } from '@lodging/kernel';
import type { EndpointKey, EventLog, EventPage } from '../ports.ts';
import { appendEvents } from './append-events.ts';
import type { AppendedRow, EventToLog } from './append-events.ts';

const MAX_BATCH = 32;

export interface EventLogOptions {
  readonly clock: Clock;
  /** Called after the commit, once for each endpoint with a new delivery. */
  readonly onQueued: (endpoint: EndpointKey) => void;
}

/** Positions of a tenant are assigned one after the other, so concurrent events of a tenant are logged as one batch. */
export function createEventLog(db: Database, { clock, onQueued }: EventLogOptions): EventLog {
  const append = createBatcher<EventToLog, 'logged' | 'waits'>({
    queueKey: ({ tenantId }) => tenantId,
    conflictKey: ({ event }) => event.reservationId,
    // All of them wait for the tenant's position; one by one they would block the events of other tenants for longer.
    isFatal: (error) => error instanceof DatabaseUnavailable || isLockTimeout(error),
    maxBatch: MAX_BATCH,
    async run(events) {
      const [first] = events;
      if (first === undefined) return [];
      const { tenantId } = first;
      const statement = appendEvents(tenantId, events, clock.now());
      const rows = await db.writeInTenant<AppendedRow>(tenantId, statement);
      const endpointIds = new Set(rows.flatMap((row) => row.endpoint_id ?? []));
      for (const endpointId of endpointIds) onQueued({ tenantId, endpointId });
      const waiting = new Set(rows.map((row) => row.waiting_id));
      return events.map(({ event }) => (waiting.has(event.id) ? 'waits' : 'logged'));
    },
  });
  return {
    append: (tenantId, event, mark, order) =>
      append({ tenantId, event, mark, order, traceparent: currentTraceparent() ?? null }),
    list: (tenantId, page) => listEvents(db, tenantId, page),
  };
}

const LIST = `
  SELECT position, body FROM events
  WHERE tenant_id = $1 AND position > $2 AND logged_at > $3
    AND ($4::text IS NULL OR type = $4) AND ($5::uuid IS NULL OR reservation_id = $5)
  ORDER BY position LIMIT $6`;
/** Always fits a bigint. */
const POSITION = /^\d{1,18}$/;

async function listEvents(
  db: Database,
  tenantId: string,
  { limit, after, since, type, reservationId }: EventPage,
): ReturnType<EventLog['list']> {
  if (after !== null && !POSITION.test(after)) return [];
  const values = [tenantId, after ?? '0', since, type ?? null, reservationId ?? null, limit + 1];
  const statement = { name: 'events_list', text: LIST, values };
  const rows = await db.readInTenant<{ position: bigint; body: string }>(tenantId, statement);
  return rows.map(({ position, body }) => ({ position: String(position), body }));
}
