// Owns the event log in Postgres: numbering and keeping an event are one statement with its inbox mark.
import { writeOnce } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import type { EventLog } from '../use-cases/ports.ts';

const APPEND = `,
  next AS (
    INSERT INTO event_sequences AS series (tenant_id, reservation_id, last_sequence)
    SELECT $1::uuid, $4::uuid, 1 FROM seen
    ON CONFLICT (tenant_id, reservation_id)
    DO UPDATE SET last_sequence = series.last_sequence + 1, touched_at = now()
    RETURNING last_sequence)
  INSERT INTO events (tenant_id, id, type, livemode, occurred_at, reservation_id, sequence, object)
  SELECT $1::uuid, $3::uuid, $5, $6::boolean, $7::timestamptz, $4::uuid, last_sequence, $8::jsonb FROM next`;

export function createEventLog(db: Database): EventLog {
  return {
    async append(tenantId, event, seen) {
      const { reservationId, type, livemode, occurredAt, object } = event;
      const values = [reservationId, type, livemode, occurredAt, JSON.stringify(object)];
      await writeOnce(db, tenantId, seen, { name: 'append_event', text: APPEND, values });
    },
  };
}

/** The log answers for 30 days; what is older goes. The series stay, so that a sequence never starts anew. */
export async function forgetOldEvents(db: Database): Promise<void> {
  await db.acrossTenants(async (tx) => {
    await tx.query(`DELETE FROM events WHERE logged_at < now() - interval '30 days'`);
  });
}
