import { DatabaseUnavailable, isLockTimeout } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent, createBatcher } from '@lodging/kit-runtime';
import type { Clock } from '@lodging/kernel';
import type { EventLog } from '../use-cases/ports.ts';
import type { EndpointKey, LoggedEvents } from '../use-cases/webhook-ports.ts';
import { appendEvents } from './append-events.ts';
import type { EventToLog } from './append-events.ts';

const MOST_AT_ONCE = 32;

export interface EventLogOptions {
  readonly clock: Clock;
  /** Told after the commit, once for each endpoint that has something to hear. */
  readonly onQueued: (endpoint: EndpointKey) => void;
}

/** Places are handed out one after the other anyhow, so a tenant's events wait for each other and go together. */
export function createEventLog(db: Database, { clock, onQueued }: EventLogOptions): EventLog {
  const append = createBatcher<EventToLog, void>({
    queueKey: ({ tenantId }) => tenantId,
    conflictKey: ({ event }) => event.reservationId,
    // They all need the tenant's place. One after the other they would hold up other tenants' events, too.
    isFatal: (error) => error instanceof DatabaseUnavailable || isLockTimeout(error),
    maxBatch: MOST_AT_ONCE,
    async run(events) {
      const [first] = events;
      if (first === undefined) return [];
      const { tenantId } = first;
      const statement = appendEvents(tenantId, events, clock.now());
      const rows = await db.writeInTenant<{ endpoint_id: string }>(tenantId, statement);
      for (const endpointId of new Set(rows.map((row) => row.endpoint_id)))
        onQueued({ tenantId, endpointId });
      return events.map(() => undefined);
    },
  });
  return {
    append: (tenantId, event, seen) =>
      append({ tenantId, event, seen, traceparent: currentTraceparent() ?? null }),
  };
}

const LIST = `
  SELECT position, body FROM events
  WHERE tenant_id = $1 AND position > $2 AND logged_at > $3
    AND ($4::text IS NULL OR type = $4) AND ($5::uuid IS NULL OR reservation_id = $5)
  ORDER BY position LIMIT $6`;
/** What fits a bigint for sure. */
const POSITION = /^\d{1,18}$/;

export function loggedEvents(db: Database): LoggedEvents {
  return {
    async list(tenantId, { limit, after, since, type = null, reservationId = null }) {
      if (after !== null && !POSITION.test(after)) return [];
      const values = [tenantId, after ?? '0', since, type, reservationId, limit + 1];
      const statement = { name: 'events_list', text: LIST, values };
      const rows = await db.readInTenant<{ position: bigint; body: string }>(tenantId, statement);
      return rows.map(({ position, body }) => ({ position: String(position), body }));
    },
  };
}
