import type { NewId } from '@lodging/kernel';
import { writeWithEvents } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import type { OpenedReservation } from '../domain/opening.ts';
import type { PendingReservation } from '../domain/reservation.ts';
import type { NewReservation, Opened, OpeningStore } from '../use-cases/ports.ts';
import { countMove } from '../metrics.ts';
import { eventsToPublish } from './reservation-events.ts';
import { attemptFrom, openingFrom, reservationFrom } from './reservation-row.ts';
import type { ReservationRow, SightedRow } from './reservation-row.ts';
import * as sql from './opening-statements.ts';

export function openingStore(db: Database, newId: NewId): OpeningStore {
  return {
    async open(tenantId, reservation): Promise<Opened> {
      const { id, idempotencyKey, quoteId } = reservation;
      // The disk is not waited for: nobody is promised anything yet. The claim that follows takes this along where it
      // lies on the same server, and is a lease that lapses by itself where it does not.
      const statement = sql.openReservation(tenantId, reservation);
      const [row] = await db.writeInTenant<ReservationRow>(tenantId, statement, {
        durable: false,
        batchKey: idempotencyKey,
      });
      if (row !== undefined) return { kind: 'opened', reservation: pendingFrom(row) };

      const found = await findOpened(db, tenantId, idempotencyKey, quoteId);
      if (found === undefined)
        return { kind: (await isLate(db, tenantId, reservation)) ? 'too_late' : 'given_back' };
      const existing = found.reservation;
      // Sent twice because the connection broke, and opened the first time. Nobody has taken it over since.
      const isOurs = existing.id === id && existing.state === 'pending' && existing.attempt.number === 1;
      return isOurs ? { kind: 'opened', reservation: existing } : { kind: 'found', found };
    },

    findByKey: (tenantId, idempotencyKey) => findOpened(db, tenantId, idempotencyKey, null),

    async takeOver(tenantId, id, lapsedAttempt) {
      const statement = sql.takeOverAttempt(tenantId, id, lapsedAttempt);
      const [row] = await db.inTenant(tenantId, (tx) => tx.query<ReservationRow>(statement));
      return row && pendingFrom(row);
    },

    async finish(pending, outcome) {
      const { tenantId, id, attempt } = pending;
      const statement = sql.finishAttempt(attempt.number, outcome.next);
      const events = eventsToPublish(outcome, newId);
      const written = await writeWithEvents(db, tenantId, statement, events, { batchKey: id });
      if (written) countMove(pending, outcome);
      return written;
    },

    async endAttempt(tenantId, id, attempt) {
      await db.writeInTenant(tenantId, sql.endAttempt(tenantId, id, attempt));
    },

    async takeOverHandle(tenantId, id, lapsedAttempt) {
      const statement = sql.takeOverHandle(tenantId, id, lapsedAttempt);
      const [row] = await db.inTenant(tenantId, (tx) => tx.query<{ attempt: number }>(statement));
      return row?.attempt;
    },

    async handOver(tenantId, id, attempt) {
      // What is lost with the server is asked for again, and payments answers the same.
      await db.writeInTenant(tenantId, sql.handOver(tenantId, id, attempt), { durable: false });
    },

    async discard(tenantId, id, attempt) {
      await db.writeInTenant(tenantId, sql.discardPending(tenantId, id, attempt));
    },
  };
}

async function isLate(db: Database, tenantId: string, { openUntil }: NewReservation): Promise<boolean> {
  const [row] = await db.readInTenant<{ late: boolean }>(tenantId, sql.isLate(openUntil));
  return row?.late === true;
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
  if (row === undefined) return undefined;
  const [reservation, opening, attempt] = [reservationFrom(row), openingFrom(row), attemptFrom(row)];
  return { reservation, opening, attempt, at: row.at };
}

function pendingFrom(row: ReservationRow): PendingReservation {
  const reservation = reservationFrom(row);
  if (reservation.state !== 'pending') throw new Error(`reservation ${row.id} is not pending`);
  return reservation;
}
