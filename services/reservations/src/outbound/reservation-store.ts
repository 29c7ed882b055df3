import { ok } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { appendToOutbox, markProcessed } from '@lodging/kit-messaging';
import { isLockTimeout } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { stillRunning } from '../domain/opening.ts';
import type { ReservationStore } from '../use-cases/ports.ts';
import { countMove } from '../metrics.ts';
import { eventsToPublish } from './reservation-events.ts';
import { reservationFrom } from './reservation-row.ts';
import type { SightedRow } from './reservation-row.ts';
import * as sql from './reservation-statements.ts';

export function reservationStore(db: Database, newId: NewId): ReservationStore {
  return {
    async find(tenantId, id) {
      const [row] = await db.readInTenant<SightedRow>(tenantId, sql.findReservation(tenantId, id));
      return row && { reservation: reservationFrom(row), at: row.at };
    },

    change: (tenantId, id, decide, { seen, reason, gaveUp } = {}) =>
      refusingLongWaits(() =>
        db.inTenant(tenantId, async (tx) => {
          const [row] = await tx.query<SightedRow>(sql.lockReservation(tenantId, id));
          if (row === undefined) return undefined;
          const { at } = row;
          const current = reservationFrom(row);
          if (gaveUp !== undefined && row.attempt !== gaveUp) return ok({ reservation: current, at });
          const decided = decide(current, at);
          if (!decided.ok) return decided;
          const { next } = decided.value;
          if (next === current || !(await markProcessed(tx, tenantId, seen)))
            return ok({ reservation: current, at });
          // Sent together: one round trip.
          await Promise.all([
            tx.query(
              sql.writeMove(tenantId, next, { reason: reason ?? null, freesKey: gaveUp !== undefined }),
            ),
            appendToOutbox(tx, ...eventsToPublish(decided.value, newId)),
          ]);
          tx.afterCommit(() => countMove(current, decided.value));
          return ok({ reservation: next, at });
        }),
      ),

    async recordFreed(tenantId, id) {
      await db.writeInTenant(tenantId, sql.recordFreed(tenantId, id));
    },
  };
}

/** Somebody else has had the row for as long as anybody may wait for it. */
async function refusingLongWaits<T>(work: () => Promise<T>): Promise<T | ReturnType<typeof stillRunning>> {
  try {
    return await work();
  } catch (error) {
    if (isLockTimeout(error)) return stillRunning();
    throw error;
  }
}
