import { ok } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { appendToOutbox, markProcessed } from '@lodging/kit-messaging';
import { isLockTimeout, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { deedsOf } from '../domain/history.ts';
import { resourceLocked } from '../domain/reservation-creation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { balanceStateOf } from '../domain/scheduled-payment.ts';
import { toEventsWire } from '../inbound/wire.ts';
import { countStateChange } from '../metrics.ts';
import type { AgreedReservation, ReservationRepository } from '../ports.ts';
import type { GuestSealer } from './guest-sealer.ts';
import { addHistory, historyValues } from './history-statements.ts';
import type { HistoryValues } from './history-statements.ts';
import { recordObligation } from './refund-obligation-repository.ts';
import { newestTerms, reservationColumns, toReservation } from './schema.ts';
import type { ReservationRowAt, ReservationRowWithTerms } from './schema.ts';
import { balanceOf, settlementOf, toCancellationRecord } from './settlement-schema.ts';
import { insertSettlement } from './settlement-repository.ts';

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

/** Until the timer may release the units of a no-show that the request has not released. */
const RELEASE_LEASE_SECONDS = 10;

const find = namedStatement<Key>(
  'find_reservation',
  `SELECT ${reservationColumns}, clock_timestamp() AS at FROM reservations WHERE tenant_id = $tenantId AND id = $id`,
);

const findWithTerms = namedStatement<Key>(
  'find_reservation_with_terms',
  `SELECT ${reservationColumns}, clock_timestamp() AS at, ${newestTerms}, ${settlementOf}, ${balanceOf} FROM reservations
    WHERE tenant_id = $tenantId AND id = $id`,
);

/** Reads the time after the lock is granted: what the lock waited for may have taken long. */
export const lockReservation = namedStatement<Key>(
  'lock_reservation',
  `WITH locked AS MATERIALIZED (
     SELECT ${reservationColumns} FROM reservations WHERE tenant_id = $tenantId AND id = $id FOR UPDATE)
   SELECT *, clock_timestamp() AS at FROM locked`,
);

/** A transition ends the attempt of its reservation, whichever it is. */
const writeTransition = namedStatement<
  HistoryValues &
    Pick<Reservation, 'state' | 'version' | 'holdExpiresAt' | 'updatedAt'> & {
      readonly reason: string | null;
      readonly freesKey: boolean;
      readonly refundDecided: boolean;
    }
>(
  'write_transition',
  `WITH written AS (UPDATE reservations
      SET state = $state, version = $version, hold_expires_at = $holdExpiresAt, updated_at = $updatedAt,
          confirmed_at = CASE WHEN $state = 'confirmed' THEN $updatedAt::timestamptz ELSE confirmed_at END,
          move_reason = $reason, units_to_free = ($state = 'no_show'),
          no_show_at = CASE WHEN $state = 'no_show' THEN coalesce(no_show_at, $updatedAt::timestamptz) ELSE no_show_at END,
          refund_decided = $refundDecided,
          awaits_payment_handle = false,
          attempt_until = CASE WHEN $state = 'no_show'
            THEN clock_timestamp() + interval '${RELEASE_LEASE_SECONDS} seconds' ELSE $updatedAt END,
          idempotency_key = CASE WHEN $freesKey THEN NULL ELSE idempotency_key END,
          fingerprint = CASE WHEN $freesKey THEN NULL ELSE fingerprint END
    WHERE tenant_id = $tenantId AND id = $id)
   ${addHistory('true')}`,
);

const recordUnitsReleased = namedStatement<Key>(
  'record_units_released',
  'UPDATE reservations SET units_to_free = false WHERE tenant_id = $tenantId AND id = $id',
);

export function createReservationRepository(
  db: Database,
  newId: NewId,
  guests: GuestSealer,
): ReservationRepository {
  return {
    async find(tenantId, id) {
      const [row] = await db.readInTenant<ReservationRowAt>(tenantId, find({ tenantId, id }));
      return row && { reservation: toReservation(row, guests), at: row.at };
    },

    findWithTerms: (tenantId, id) => findAgreed(db, guests, { tenantId, id }),

    update: (tenantId, id, decide, { author, mark, reason = null, abandonedAttempt } = {}) =>
      refuseLockTimeout(() =>
        db.inTenant(tenantId, async (tx) => {
          const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id }));
          if (row === undefined) return undefined;
          const { at } = row;
          const current = toReservation(row, guests);
          const unchanged = ok({ reservation: current, at, owed: null });
          if (abandonedAttempt !== undefined && row.attempt !== abandonedAttempt) return unchanged;
          const decided = decide(current, at);
          if (!decided.ok) return decided;
          const { next, refund, settlement } = decided.value;
          if (next === current && refund === null) return unchanged;
          if (!(await markProcessed(tx, tenantId, mark))) return unchanged;
          const freesKey = abandonedAttempt !== undefined;
          const history = historyValues(next, deedsOf(current, next), { at: next.updatedAt, author, newId });
          const refundDecided = next.state === 'expired' && next.refundDecided;
          // One round trip: a statement is sent without waiting for the answer to the one before.
          const [, , owed] = await Promise.all([
            next === current
              ? []
              : tx.query(writeTransition({ ...next, ...history, reason, freesKey, refundDecided })),
            appendToOutbox(tx, ...toEventsWire(decided.value, newId)),
            refund === null ? null : recordObligation(tx, next, refund),
            settlement && tx.query(insertSettlement({ tenantId, reservationId: id }, settlement)),
          ]);
          tx.afterCommit(() => countStateChange(current, decided.value));
          return ok({ reservation: next, at, owed, settlement });
        }),
      ),

    async recordUnitsReleased(tenantId, id) {
      await db.writeInTenant(tenantId, recordUnitsReleased({ tenantId, id }));
    },
  };
}

async function findAgreed(
  db: Database,
  guests: GuestSealer,
  key: Key,
): Promise<AgreedReservation | undefined> {
  const [row] = await db.readInTenant<ReservationRowWithTerms>(key.tenantId, findWithTerms(key));
  if (row === undefined) return undefined;
  const { at, terms, confirmedAt, paidOffline } = row;
  const reservation = toReservation(row, guests);
  return {
    reservation,
    at,
    terms,
    confirmedAt,
    paidOffline: paidOffline === true,
    cancellation: toCancellationRecord(row.settlement),
    balanceState: balanceStateOf(row.balance, reservation.state),
  };
}

/** Another transaction has held the row's lock for as long as a statement may wait for one. */
async function refuseLockTimeout<T>(work: () => Promise<T>): Promise<T | ReturnType<typeof resourceLocked>> {
  try {
    return await work();
  } catch (error) {
    if (isLockTimeout(error)) return resourceLocked();
    throw error;
  }
}
