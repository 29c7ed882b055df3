import type { NewId } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createKeyedMutex, linkToOrigin, LockTimeout } from '@lodging/kit-runtime';
import { wasConfirmed } from '../domain/obligation.ts';
import { resourceLocked } from '../domain/reservation-creation.ts';
import { balanceStateOf } from '../domain/scheduled-payment.ts';
import type { AgreedReservation, ReservationRepository } from '../ports/reservations.ts';
import type { GuestSealer } from './guest-sealer.ts';
import type { GuestSealing } from './guest-sealing-repository.ts';
import { newestTerms, reservationColumns, toReservation } from './schema.ts';
import type { ReservationRowAt, ReservationRowWithTerms } from './schema.ts';
import { balanceOf, settlementOf, toCancellationRecord } from './settlement-schema.ts';
import { updateReservation } from './update-reservation.ts';

/** How long a change waits for those of the same reservation in this process. */
const QUEUE_MS = 5_000;

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

const find = namedStatement<Key>(
  'find_reservation',
  `SELECT ${reservationColumns}, clock_timestamp() AS at FROM reservations WHERE tenant_id = $tenantId AND id = $id`,
);

const findWithTerms = namedStatement<Key>(
  'find_reservation_with_terms',
  `SELECT ${reservationColumns}, clock_timestamp() AS at, ${newestTerms}, ${settlementOf}, ${balanceOf} FROM reservations
    WHERE tenant_id = $tenantId AND id = $id`,
);

const recordUnitsReleased = namedStatement<Key>(
  'record_units_released',
  'UPDATE reservations SET units_to_free = false WHERE tenant_id = $tenantId AND id = $id',
);

export function createReservationRepository(
  db: Database,
  newId: NewId,
  guests: GuestSealing,
): ReservationRepository {
  const { sealer } = guests;
  // Many changes of one reservation would otherwise wait for its row on all connections.
  const updates = createKeyedMutex();
  return {
    async find(tenantId, id) {
      const [row] = await db.readInTenant<ReservationRowAt>(tenantId, find({ tenantId, id }));
      if (row === undefined) return undefined;
      linkToOrigin(row.traceparent);
      return { reservation: toReservation(row, sealer), at: row.at };
    },

    findWithTerms: (tenantId, id) => findAgreed(db, sealer, { tenantId, id }),

    async update(tenantId, id, decide, options = {}) {
      try {
        const work = () => updateReservation({ db, newId, guests }, { tenantId, id }, decide, options);
        if (options.isQueued !== true) return await work();
        return await updates.run(`${tenantId} ${id}`, work, { timeoutMs: QUEUE_MS });
      } catch (error) {
        if (error instanceof LockTimeout) return resourceLocked();
        throw error;
      }
    },

    async recordUnitsReleased(tenantId, id) {
      await db.writeInTenant(tenantId, recordUnitsReleased({ tenantId, id }));
    },
  };
}

async function findAgreed(
  db: Database,
  sealer: GuestSealer,
  key: Key,
): Promise<AgreedReservation | undefined> {
  const [row] = await db.readInTenant<ReservationRowWithTerms>(key.tenantId, findWithTerms(key));
  if (row === undefined) return undefined;
  linkToOrigin(row.traceparent);
  const { at, terms, confirmedAt, paidOffline } = row;
  const reservation = toReservation(row, sealer);
  return {
    reservation,
    at,
    terms,
    confirmedAt,
    // Rows of older versions do not tell.
    paidOffline: paidOffline ?? (reservation.source === 'manual' && wasConfirmed(reservation)),
    cancellation: toCancellationRecord(row.settlement),
    balanceState: balanceStateOf(row.balance, reservation.state),
  };
}
