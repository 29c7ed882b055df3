import type { NewId } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createKeyedMutex, linkToOrigin, LockTimeout, waitForTwin } from '@lodging/kit-runtime';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { balanceStateOf } from '../../domain/money/scheduled-payment.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { AgreedReservation, ReservationRepository } from '../../ports/stay.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { reservationColumns } from '../schema.ts';
import { newestTerms, toReservation } from './reservation-rows.ts';
import type { ReservationRowAt, ReservationRowWithTerms } from './reservation-rows.ts';
import { balanceOf, settlementOf, toCancellationRecord } from '../cancellation/settlement-schema.ts';
import { ChangeInProgress, updateReservation } from './update-reservation.ts';

/** Timeout of a change that waits for others of the same reservation in this process. */
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
  sealer: GuestSealer,
): ReservationRepository {
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
        const update = () => updateReservation({ db, newId, sealer }, { tenantId, id }, decide, options);
        const work = () => (options.change === undefined ? afterChange(update) : update());
        if (options.isQueued !== true) return await work();
        return await updates.run(`${tenantId} ${id}`, work, { timeoutMs: QUEUE_MS });
      } catch (error) {
        if (error instanceof LockTimeout || error instanceof ChangeInProgress) return resourceLocked();
        throw error;
      }
    },

    async recordUnitsReleased(tenantId, id) {
      await db.writeInTenant(tenantId, recordUnitsReleased({ tenantId, id }));
    },
  };
}

/** A change of the stay moves its units in well under a second. */
const CHANGE = { attempts: 40, everyMs: 50 };

async function afterChange<T>(update: () => Promise<T>): Promise<T> {
  let busy: unknown;
  const answer = await waitForTwin(async () => {
    try {
      return { value: await update() };
    } catch (error) {
      if (!(error instanceof ChangeInProgress)) throw error;
      busy = error;
      return 'wait';
    }
  }, CHANGE);
  if (answer === 'wait') throw busy;
  return answer.value;
}

async function findAgreed(
  db: Database,
  sealer: GuestSealer,
  key: Key,
): Promise<AgreedReservation | undefined> {
  const [row] = await db.readInTenant<ReservationRowWithTerms>(key.tenantId, findWithTerms(key));
  if (row === undefined) return undefined;
  linkToOrigin(row.traceparent);
  const { at, terms, confirmedAt, paidOffline, changeId, changeState } = row;
  const reservation = toReservation(row, sealer);
  return {
    reservation,
    at,
    terms,
    confirmedAt,
    paidOffline: paidOffline === true,
    cancellation: toCancellationRecord(row.settlement),
    openChange: changeId === null || changeState === null ? null : { id: changeId, state: changeState },
    balanceState: balanceStateOf(row.balance, asOf(reservation, at).state),
  };
}
