// Owns the event log in Postgres: numbering and keeping an event are one commit with its inbox mark.
import { markSeen } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import { sql } from 'drizzle-orm';
import type { EventLog } from '../use-cases/ports.ts';
import { events, eventSequences } from './schema.ts';

export function createEventLog(db: Database): EventLog {
  return {
    async append(tenantId, event, seen) {
      await db.inTenant(tenantId, async (tx) => {
        if (!(await markSeen(tx, tenantId, seen))) return;
        const { id, type, livemode, reservationId, object } = event;
        const [next] = await tx.orm
          .insert(eventSequences)
          .values({
            tenantId,
            reservationId,
            lastSequence: 1n,
            touchedAt: Temporal.Instant.from(event.occurredAt),
          })
          .onConflictDoUpdate({
            target: [eventSequences.tenantId, eventSequences.reservationId],
            set: { lastSequence: sql`${eventSequences.lastSequence} + 1`, touchedAt: sql`now()` },
          })
          .returning({ sequence: eventSequences.lastSequence });
        if (next === undefined) throw new Error('the series of the reservation did not advance');
        const occurredAt = Temporal.Instant.from(event.occurredAt);
        const row = {
          tenantId,
          id,
          type,
          livemode,
          occurredAt,
          reservationId,
          sequence: next.sequence,
          object,
        };
        await tx.orm.insert(events).values(row);
      });
    },
  };
}

/** The log answers for 30 days; what is older goes. Events go with the age of the log, series a while after. */
export async function forgetOldEvents(db: Database): Promise<void> {
  await db.acrossTenants(async (tx) => {
    await tx.query(`DELETE FROM events WHERE logged_at < now() - interval '30 days'`);
  });
}
