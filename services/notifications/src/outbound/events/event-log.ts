import { DatabaseUnavailable, isLockTimeout, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent, createBatcher, createSemaphore } from '@lodging/kit-runtime';
import type { Clock } from '@lodging/kernel';
import type { EventLog, EventPage } from '../../ports/events.ts';
import { events } from '../schema.ts';
import { appendEvents } from './append-events.ts';
import type { AppendedRow, EventToLog } from './append-events.ts';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';

/** Of one statement: with fifty endpoints these are 3,200 deliveries. */
const MAX_BATCH = 64;
/** Statements at once, of the ten connections of the database. */
const STATEMENTS = 6;

export interface EventLogOptions {
  readonly clock: Clock;
  /** Called after the commit, once for each endpoint with a new delivery. */
  readonly onQueued: (endpoint: EndpointKey) => void;
}

/** Positions of a tenant are assigned one after the other, so concurrent events of a tenant are logged as one batch. */
export function createEventLog(db: Database, { clock, onQueued }: EventLogOptions): EventLog {
  const statements = createSemaphore({ permits: STATEMENTS });
  const append = createBatcher<EventToLog, 'logged' | 'waits'>({
    queueKey: ({ tenantId }) => tenantId,
    conflictKey: ({ event }) => event.id,
    // All of them wait for the tenant's position; one by one they would block the events of other tenants for longer.
    isFatal: (error) => error instanceof DatabaseUnavailable || isLockTimeout(error),
    maxBatch: MAX_BATCH,
    async run(events) {
      const [first] = events;
      if (first === undefined) return [];
      const { tenantId } = first;
      const rows = await statements.run(() =>
        db.writeInTenant<AppendedRow>(tenantId, appendEvents(tenantId, events, clock.now())),
      );
      const endpointIds = new Set(rows.flatMap((row) => row.endpointId ?? []));
      for (const endpointId of endpointIds) onQueued({ tenantId, endpointId });
      const waiting = new Set(rows.map((row) => row.waitingId));
      return events.map(({ event }) => (waiting.has(event.id) ? 'waits' : 'logged'));
    },
  });
  return {
    append: (tenantId, event, mark, order) =>
      append({ tenantId, event, mark, order, traceparent: currentTraceparent() ?? null }),
    list: (tenantId, page) => listEvents(db, tenantId, page),
  };
}

interface ListValues {
  readonly tenantId: string;
  readonly after: string;
  readonly since: Temporal.Instant;
  readonly type: string | null;
  readonly reservationId: string | null;
  readonly limit: number;
}
const list = namedStatement<ListValues>(
  'events_list',
  `SELECT ${selectList(events, { only: ['position', 'body'] })} FROM events
   WHERE tenant_id = $tenantId AND position > $after AND logged_at > $since
     AND ($type::text IS NULL OR type = $type) AND ($reservationId::uuid IS NULL OR reservation_id = $reservationId)
   ORDER BY position LIMIT $limit`,
);
/** Always fits a bigint. */
const POSITION = /^\d{1,18}$/;

async function listEvents(
  db: Database,
  tenantId: string,
  { limit, after, since, type, reservationId }: EventPage,
): ReturnType<EventLog['list']> {
  if (after !== null && !POSITION.test(after)) return [];
  const filter = { type: type ?? null, reservationId: reservationId ?? null };
  const statement = list({ tenantId, after: after ?? '0', since, ...filter, limit: limit + 1 });
  const rows = await db.readInTenant<{ position: bigint; body: string }>(tenantId, statement);
  return rows.map(({ position, body }) => ({ position: String(position), body }));
}
