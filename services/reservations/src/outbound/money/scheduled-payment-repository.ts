import { paymentDue } from '@lodging/contract-reservations';
import type { NewId } from '@lodging/kernel';
import { instantText } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx, DueWork } from '@lodging/kit-postgres';
import type { CheckedBalance, ScheduledPaymentState } from '../../domain/money/scheduled-payment.ts';
import type { OwedBalance, ScheduledPaymentRepository } from '../../ports/cancellation.ts';
import { lockReservation } from '../stay/update-reservation.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';

interface Key {
  readonly tenantId: string;
  readonly reservationId: string;
}

/** The lease of one check of a balance; a hold that is not confirmed yet is rechecked after it. */
const LEASE_SECONDS = 15;
/** Money that the operator takes comes without an event. */
const UNPAID_SECONDS = 300;

export const OPEN_SCHEDULED_PAYMENTS: DueWork = {
  table: 'scheduled_payments',
  due: `waiting.state IN ('scheduled', 'due') AND waiting.next_attempt_at <= clock_timestamp()`,
  orderBy: 'waiting.next_attempt_at',
};

const leaseOpen = namedStatement<{ readonly limit: number }>(
  'lease_scheduled_payments',
  leaseDueRows({
    ...OPEN_SCHEDULED_PAYMENTS,
    key: ['tenant_id', 'reservation_id', 'purpose'],
    join: `JOIN reservations AS reservation
           ON reservation.tenant_id = waiting.tenant_id AND reservation.id = waiting.reservation_id`,
    select: 'reservation.livemode',
    limit: '$limit',
    set: `next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'`,
    returning: `leased.tenant_id AS "tenantId", leased.reservation_id AS "reservationId", due.livemode, leased.state,
      leased.amount_minor_units AS "amountMinorUnits", leased.due_at AS "dueAt", leased.event_pending AS "eventPending"`,
  }),
);

/** A published state is rechecked when a payment or refund may have changed the balance. A change may have replaced it. */
const record = namedStatement<
  Key & {
    readonly from: ScheduledPaymentState;
    readonly to: ScheduledPaymentState;
    readonly dueAt: Temporal.Instant;
    readonly eventPending: boolean;
  }
>(
  'record_scheduled_payment',
  `UPDATE scheduled_payments SET state = $to, event_pending = $eventPending,
     next_attempt_at = CASE WHEN $to = 'scheduled' AND due_at > clock_timestamp() THEN due_at
       WHEN $to = 'due' THEN least(clock_timestamp() + interval '${UNPAID_SECONDS} seconds',
                                   CASE WHEN due_at > clock_timestamp() THEN due_at END)
       ELSE next_attempt_at END
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND purpose = 'balance' AND state = $from
      AND due_at = $dueAt
   RETURNING state`,
);

/** An event has a version of its own, so the version grows with it also where the booking shows the state already. */
const raiseVersion = namedStatement<
  Key & {
    readonly from: ScheduledPaymentState;
    readonly to: ScheduledPaymentState;
    readonly entryId: string;
  }
>(
  'raise_version_of_reservation',
  `WITH raised AS (
     UPDATE reservations SET version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
      WHERE tenant_id = $tenantId AND id = $reservationId RETURNING version, updated_at),
   entry AS (
     INSERT INTO reservation_history (tenant_id, reservation_id, id, at, action, version, actor, changes)
     SELECT $tenantId, $reservationId, $entryId::uuid, updated_at, 'updated', version,
            '{"kind": "system", "id": "evaluate-balances"}',
            jsonb_build_array(jsonb_build_object('field', 'balanceState', 'before', $from::text, 'after', $to::text))
       FROM raised WHERE $from::text <> $to::text)
   SELECT version, updated_at AS "updatedAt" FROM raised`,
);

export const recheckBalance = namedStatement<Key>(
  'look_at_scheduled_payment',
  `UPDATE scheduled_payments SET next_attempt_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND state IN ('scheduled', 'due')`,
);

export function createScheduledPaymentRepository(db: Database, newId: NewId): ScheduledPaymentRepository {
  return {
    leaseOpen: (limit) => db.acrossTenants((tx) => tx.query<OwedBalance>(leaseOpen({ limit }))),
    record: (owed, checked) => db.inTenant(owed.tenantId, (tx) => recordState(tx, newId, owed, checked)),
    async recheck(tenantId, reservationId) {
      const statement = recheckBalance({ tenantId, reservationId });
      await db.writeInTenant(tenantId, statement, { batchKey: reservationId });
    },
  };
}

/** The booking shows the state, so its version grows with it. The event is in the same commit, so it is published once. */
async function recordState(
  tx: Tx,
  newId: NewId,
  owed: OwedBalance,
  { state: to, publishes, eventPending }: CheckedBalance,
): Promise<void> {
  const { tenantId, reservationId, state: from, dueAt } = owed;
  const [reservation] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id: reservationId }));
  if (reservation === undefined) return;
  const recorded = await tx.query(record({ tenantId, reservationId, from, to, dueAt, eventPending }));
  if (recorded.length === 0 || (from === to && !publishes) || to === 'void') return;
  const [raised] = await tx.query<{ version: number; updatedAt: Temporal.Instant }>(
    raiseVersion({ tenantId, reservationId, from, to, entryId: newId() }),
  );
  if (raised === undefined || !publishes) return;
  await appendToOutbox(tx, {
    id: newId(),
    type: paymentDue.type,
    tenantId,
    livemode: owed.livemode,
    occurredAt: raised.updatedAt,
    aggregateId: reservationId,
    aggregateVersion: raised.version,
    data: {
      due: {
        reservationId,
        purpose: 'balance' as const,
        amountMinorUnits: owed.amountMinorUnits.toString(),
        currency: reservation.currency,
        dueAt: instantText(dueAt),
      },
    },
  });
}
