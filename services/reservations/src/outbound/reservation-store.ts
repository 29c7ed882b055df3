// Owns where reservations are kept: every change is a pure decision under the row's lock, its events in the same commit.
import { ok } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { appendToOutbox, markSeen } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import type { OpenedReservation } from '../domain/opening.ts';
import type { PendingReservation } from '../domain/reservation.ts';
import type { Opened, ReservationStore } from '../use-cases/ports.ts';
import { eventsToPublish } from './reservation-events.ts';
import { openingFrom, reservationFrom } from './reservation-row.ts';
import type { ReservationRow } from './reservation-row.ts';
import * as sql from './reservation-statements.ts';

type SightedRow = ReservationRow & { readonly at: Temporal.Instant };

export function reservationStore(db: Database, newId: NewId): ReservationStore {
  const run = async (tenantId: string, statement: Parameters<typeof runOne>[2]) =>
    runOne(db, tenantId, statement);

  return {
    async open(tenantId, reservation): Promise<Opened> {
      const [row] = await run(tenantId, sql.openReservation(tenantId, reservation));
      if (row !== undefined) return { kind: 'opened', reservation: pendingFrom(row) };
      const { idempotencyKey, quoteId } = reservation;
      const found = await findOpened(db, tenantId, idempotencyKey, quoteId);
      return found === undefined ? { kind: 'too_late' } : { kind: 'found', found };
    },

    async find(tenantId, id) {
      const [row] = await db.readInTenant<SightedRow>(tenantId, sql.findReservation(tenantId, id));
      return row && { reservation: reservationFrom(row), at: row.at };
    },

    findByKey: (tenantId, idempotencyKey) => findOpened(db, tenantId, idempotencyKey, null),

    async takeOver(tenantId, id, lapsedAttempt) {
      const [row] = await run(tenantId, sql.takeOverAttempt(tenantId, id, lapsedAttempt));
      return row && pendingFrom(row);
    },
    async endAttempt(tenantId, id, attempt) {
      await run(tenantId, sql.endAttempt(tenantId, id, attempt));
    },
    async discard(tenantId, id, attempt) {
      await run(tenantId, sql.discardPending(tenantId, id, attempt));
    },

    change: (tenantId, id, decide, { seen } = {}) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<SightedRow>(sql.lockReservation(tenantId, id));
        if (row === undefined) return undefined;
        const { at } = row;
        const current = reservationFrom(row);
        const decided = decide(current, at);
        if (!decided.ok) return decided;
        const { next } = decided.value;
        if (next === current || !(await markSeen(tx, tenantId, seen)))
          return ok({ reservation: current, at });
        // Sent together: one round trip.
        await Promise.all([
          tx.query(sql.writeMove(tenantId, next)),
          appendToOutbox(tx, ...eventsToPublish(decided.value, newId)),
        ]);
        return ok({ reservation: next, at });
      }),
  };
}

function runOne(db: Database, tenantId: string, statement: ReturnType<typeof sql.openReservation>) {
  return db.inTenant(tenantId, (tx) => tx.query<ReservationRow>(statement));
}

async function findOpened(
  db: Database,
  tenantId: string,
  idempotencyKey: string,
  quoteId: string | null,
): Promise<OpenedReservation | undefined> {
  const [row] = await db.readInTenant<SightedRow>(
    tenantId,
    sql.findOpened(tenantId, idempotencyKey, quoteId),
  );
  return row && { reservation: reservationFrom(row), opening: openingFrom(row), at: row.at };
}

function pendingFrom(row: ReservationRow): PendingReservation {
  const reservation = reservationFrom(row);
  if (reservation.state !== 'pending') throw new Error(`reservation ${row.id} is not pending`);
  return reservation;
}
