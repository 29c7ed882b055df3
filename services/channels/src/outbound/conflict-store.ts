// Owns conflicts in Postgres: opening one is one commit with its inbox mark.
import { markSeen } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import type { ConflictStore } from '../use-cases/ports.ts';
import { conflicts } from './schema.ts';

export function createConflictStore(db: Database): ConflictStore {
  return {
    async open(tenantId, conflict, seen) {
      await db.inTenant(tenantId, async (tx) => {
        if (!(await markSeen(tx, tenantId, seen))) return;
        const startsAt = Temporal.Instant.from(conflict.startsAt);
        const endsAt = Temporal.Instant.from(conflict.endsAt);
        await tx.orm
          .insert(conflicts)
          .values({ ...conflict, tenantId, startsAt, endsAt })
          .onConflictDoNothing({
            target: [
              conflicts.tenantId,
              conflicts.connectionId,
              conflicts.inboundEvent,
              conflicts.reservationId,
            ],
          });
      });
    },
  };
}
