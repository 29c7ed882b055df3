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
  readonly from: Temporal.Instant | null;
  readonly to: Temporal.Instant | null;
  readonly limit: number;
}
const listIn = (name: string, comparison: string, direction: string) =>
  namedStatement<ListValues>(
    name,
    `SELECT ${selectList(events, { only: ['position', 'body'] })} FROM events
   WHERE tenant_id = $tenantId AND position ${comparison} $after AND logged_at > $since
     AND ($type::text IS NULL OR type = $type) AND ($reservationId::uuid IS NULL OR reservation_id = $reservationId)
     AND ($from::timestamptz IS NULL OR occurred_at >= $from) AND ($to::timestamptz IS NULL OR occurred_at < $to)
   ORDER BY position ${direction} LIMIT $limit`,
  );
const LISTS = { asc: listIn('events_list', '>', 'ASC'), desc: listIn('events_list_newest', '<', 'DESC') };
/** Before the first position, and after the last. */
const STARTS = { asc: '0', desc: '9223372036854775807' };
/** Always fits a bigint. */
const POSITION = /^\d{1,18}$/;

async function listEvents(
  db: Database,
  tenantId: string,
  { limit, after, since, type, reservationId, from, to, order = 'asc' }: EventPage,
): ReturnType<EventLog['list']> {
  if (after !== null && !POSITION.test(after)) return [];
  const of = { type: type ?? null, reservationId: reservationId ?? null, from: from ?? null, to: to ?? null };
  const list = LISTS[order];
  const statement = list({ tenantId, after: after ?? STARTS[order], since, ...of, limit: limit + 1 });
  const rows = await db.readInTenant<{ position: bigint; body: string }>(tenantId, statement);
  return rows.map(({ position, body }) => ({ position: String(position), body }));
}
