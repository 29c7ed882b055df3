import type { DueWork } from '@lodging/kit-postgres';
import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { KeysetValues } from '@lodging/kernel';
import type { ChangeAttempt } from '../../ports/changes.ts';
import { changeColumns } from './change-schema.ts';

/** Covers a request to inventory and the commit; of a hold, also the end of its payment. */
const LEASE_SECONDS = 6;
/** The sweeper's own lease. */
const SWEEP_SECONDS = 10;
const KEY_DAYS = 30;

const leasedFor = (seconds: number) => `clock_timestamp() + interval '${seconds} seconds'`;

interface Tenant {
  readonly tenantId: string;
}
interface OfReservation extends Tenant {
  readonly reservationId: string;
}

export const findChange = namedStatement<Tenant & { readonly id: string }>(
  'find_stay_change',
  `SELECT ${changeColumns}, clock_timestamp() AS at FROM stay_changes WHERE tenant_id = $tenantId AND id = $id`,
);

export const findChangeByKey = namedStatement<Tenant & { readonly idempotencyKey: string }>(
  'find_stay_change_by_key',
  `SELECT ${changeColumns}, clock_timestamp() AS at FROM stay_changes
    WHERE tenant_id = $tenantId AND idempotency_key = $idempotencyKey`,
);

export const findOpenChange = namedStatement<OfReservation>(
  'find_open_stay_change',
  `SELECT ${changeColumns} FROM stay_changes
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND state = 'awaiting_payment'`,
);

export const listChanges = namedStatement<OfReservation & KeysetValues>(
  'list_stay_changes',
  `SELECT ${changeColumns}, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position
     FROM stay_changes
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND (state <> 'applying' OR is_paid)
      AND (state <> 'awaiting_payment' OR is_payable)
      AND (created_at, id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
    ORDER BY created_at, id LIMIT $limit`,
);

export const insertChange = namedStatement<{
  readonly tenantId: string;
  readonly id: string;
  readonly reservationId: string;
  readonly livemode: boolean;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly state: string;
  readonly settle: string;
  readonly proposal: string;
  readonly refund: bigint;
  readonly due: bigint;
  readonly movesUnits: boolean;
  readonly partIds: readonly string[];
  readonly actor: string;
  readonly requestId: string | null;
  readonly note: string | null;
  readonly action: string;
  readonly expiresAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}>(
  'insert_stay_change',
  `INSERT INTO stay_changes (tenant_id, id, reservation_id, livemode, idempotency_key, fingerprint, state, settle, proposal,
     refund_minor_units, due_minor_units, moves_units, part_ids, actor, request_id, note, action, expires_at, created_at,
     next_attempt_at)
   VALUES ($tenantId, $id, $reservationId, $livemode, $idempotencyKey, $fingerprint, $state, $settle, $proposal::jsonb,
     $refund, $due, $movesUnits, $partIds::uuid[], $actor::jsonb, $requestId, $note, $action, $expiresAt, $createdAt,
     ${leasedFor(LEASE_SECONDS)})
   RETURNING ${changeColumns}`,
);

/** Null: there is no open change any more. */
export const markReservation = namedStatement<
  OfReservation & { readonly changeId: string | null; readonly changeState: string | null }
>(
  'mark_changing_reservation',
  `UPDATE reservations SET change_id = $changeId::uuid, change_state = $changeState::text
    WHERE tenant_id = $tenantId AND id = $reservationId`,
);

/** Behind the lock of the reservation, which is taken first. */
export const lockChange = namedStatement<Tenant & { readonly id: string }>(
  'lock_stay_change',
  `SELECT ${changeColumns} FROM stay_changes WHERE tenant_id = $tenantId AND id = $id FOR UPDATE`,
);

export const takeOverChange = namedStatement<ChangeAttempt>(
  'take_over_stay_change',
  `UPDATE stay_changes SET attempt = attempt + 1, next_attempt_at = ${leasedFor(LEASE_SECONDS)}
    WHERE tenant_id = $tenantId AND id = $id AND reservation_id = $reservationId AND attempt = $attempt
      AND next_attempt_at <= clock_timestamp()
   RETURNING ${changeColumns}`,
);

export const writePayable = namedStatement<Tenant & { readonly id: string }>(
  'write_payable_stay_change',
  `UPDATE stay_changes SET is_payable = true, next_attempt_at = expires_at WHERE tenant_id = $tenantId AND id = $id`,
);

export const writeResumed = namedStatement<Tenant & { readonly id: string }>(
  'write_resumed_stay_change',
  `UPDATE stay_changes SET state = 'applying', is_paid = true, attempt = attempt + 1,
     next_attempt_at = ${leasedFor(LEASE_SECONDS)}
    WHERE tenant_id = $tenantId AND id = $id RETURNING ${changeColumns}`,
);

/** A refused change frees its key. Its leases are ended next, by this worker or by the timer. */
export const writeEnded = namedStatement<Tenant & { readonly id: string; readonly state: string }>(
  'write_ended_stay_change',
  `UPDATE stay_changes SET state = $state,
     idempotency_key = CASE WHEN $state = 'refused' THEN NULL ELSE idempotency_key END,
     next_attempt_at = CASE WHEN expires_at IS NULL THEN NULL ELSE ${leasedFor(LEASE_SECONDS)} END
    WHERE tenant_id = $tenantId AND id = $id`,
);

/** It also moves money where an earlier change of the booking did: what that one owes is decided again. */
export const writeApplied = namedStatement<
  OfReservation & { readonly id: string; readonly movesMoney: boolean }
>(
  'write_applied_stay_change',
  `UPDATE stay_changes SET state = 'applied',
     next_attempt_at = CASE WHEN $movesMoney OR EXISTS (
       SELECT FROM stay_changes AS earlier
        WHERE earlier.tenant_id = $tenantId AND earlier.reservation_id = $reservationId AND earlier.id <> $id
          AND earlier.state = 'applied' AND (earlier.refund_minor_units > 0 OR earlier.refunds IS NOT NULL))
       THEN ${leasedFor(LEASE_SECONDS)} END
    WHERE tenant_id = $tenantId AND id = $id`,
);

export const deleteChange = namedStatement<Tenant & { readonly id: string }>(
  'delete_stay_change',
  'DELETE FROM stay_changes WHERE tenant_id = $tenantId AND id = $id',
);

export const finishChange = namedStatement<ChangeAttempt & { readonly refunds: string | null }>(
  'finish_stay_change',
  `UPDATE stay_changes SET next_attempt_at = NULL, refunds = coalesce($refunds::jsonb, refunds)
    WHERE tenant_id = $tenantId AND id = $id AND reservation_id = $reservationId AND attempt = $attempt`,
);

export const releaseChange = namedStatement<ChangeAttempt>(
  'release_stay_change',
  `UPDATE stay_changes SET next_attempt_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND reservation_id = $reservationId AND attempt = $attempt`,
);

/** Of a booking that ends: its change ends with it, and its leases are ended by the timer. */
export const endChangeOfReservation = namedStatement<OfReservation>(
  'end_stay_change_of_reservation',
  `UPDATE stay_changes SET state = 'cancelled', attempt = attempt + 1, next_attempt_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND state = 'awaiting_payment'`,
);

export const DUE_CHANGES: DueWork = {
  table: 'stay_changes',
  due: 'waiting.next_attempt_at <= clock_timestamp()',
  orderBy: 'waiting.next_attempt_at',
};

export const leaseDueChanges = namedStatement<{ readonly limit: number }>(
  'lease_due_stay_changes',
  leaseDueRows({
    ...DUE_CHANGES,
    key: ['tenant_id', 'id'],
    limit: '$limit',
    set: `attempt = leased.attempt + 1, next_attempt_at = ${leasedFor(SWEEP_SECONDS)}`,
    returning: `leased.tenant_id AS "tenantId", leased.id`,
  }),
);

export const purgeChangeKeys = namedStatement<object>(
  'purge_keys_of_stay_changes',
  `UPDATE stay_changes SET idempotency_key = NULL
    WHERE idempotency_key IS NOT NULL AND created_at < now() - interval '${KEY_DAYS} days' RETURNING 1`,
);

/** The stay after its change. */
export const writeStay = namedStatement<{
  readonly tenantId: string;
  readonly id: string;
  readonly resourceId: string;
  readonly roomTypeId: string | null;
  readonly ratePlanId: string | null;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly quantity: number;
  readonly adults: number | null;
  readonly children: number;
  readonly total: bigint;
  readonly offlineTotal: bigint;
  readonly version: number;
  readonly updatedAt: Temporal.Instant;
}>(
  'write_changed_stay',
  `UPDATE reservations
      SET resource_id = $resourceId, room_type_id = $roomTypeId, rate_plan_id = $ratePlanId, starts_at = $startsAt,
          ends_at = $endsAt, time_zone = $timeZone, quantity = $quantity, occupancy_adults = $adults,
          occupancy_children = $children, total_minor_units = $total, paid_offline_minor_units = $offlineTotal,
          version = $version, updated_at = $updatedAt, change_id = NULL, change_state = NULL
    WHERE tenant_id = $tenantId AND id = $id`,
);

export const findBill = namedStatement<OfReservation>(
  'find_bill',
  `SELECT bill FROM reservation_terms
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId ORDER BY version DESC LIMIT 1`,
);

/** A booking without terms gets its first ones. */
export const insertTerms = namedStatement<{
  readonly tenantId: string;
  readonly reservationId: string;
  readonly bill: string;
  readonly policy: string | null;
  readonly schedule: string;
  readonly floor: string;
  readonly retained: string;
  readonly reason: string;
  readonly createdAt: Temporal.Instant;
}>(
  'insert_changed_terms',
  `INSERT INTO reservation_terms (tenant_id, reservation_id, version, bill, policy, schedule, floor_minor_units,
     retained_minor_units, reason, created_at)
   SELECT $tenantId::uuid, $reservationId::uuid, coalesce(max(version), 0) + 1, $bill::jsonb, $policy::jsonb,
          $schedule::jsonb, $floor::bigint, $retained::bigint, $reason, $createdAt::timestamptz
     FROM reservation_terms WHERE tenant_id = $tenantId AND reservation_id = $reservationId`,
);

/**
 * The balance of a changed stay: evaluated at once, and again when it is due. It is due before where a change left something
 * to be paid; its event is pending then. Without a balance the row is the change's own, which publishes nothing.
 */
export const schedulePayment = namedStatement<{
  readonly tenantId: string;
  readonly reservationId: string;
  readonly amount: bigint;
  readonly dueAt: Temporal.Instant;
  readonly state: 'scheduled' | 'due';
  readonly staysPaid: boolean;
}>(
  'schedule_changed_payment',
  `INSERT INTO scheduled_payments AS s (tenant_id, reservation_id, purpose, amount_minor_units, due_at, state,
     next_attempt_at, event_pending)
   VALUES ($tenantId, $reservationId, 'balance', $amount, $dueAt, $state, clock_timestamp(),
           $state = 'due' AND $dueAt > clock_timestamp())
   ON CONFLICT (tenant_id, reservation_id, purpose) DO UPDATE
      SET amount_minor_units = $amount, due_at = $dueAt, next_attempt_at = clock_timestamp(),
          state = CASE WHEN s.state = 'due' AND s.due_at = $dueAt OR s.state = 'paid' AND $staysPaid THEN s.state
                       ELSE $state END,
          event_pending = s.event_pending AND s.due_at = $dueAt
            OR $dueAt > clock_timestamp() AND ($state = 'due' OR s.state = 'due' AND s.due_at = $dueAt)`,
);

/** Nothing is due later any more: what is there is evaluated again. */
export const reevaluatePayment = namedStatement<OfReservation & { readonly staysPaid: boolean }>(
  'reevaluate_changed_payment',
  `UPDATE scheduled_payments
      SET state = CASE WHEN state = 'void' OR state = 'paid' AND $staysPaid THEN state ELSE 'scheduled' END,
     next_attempt_at = clock_timestamp(), event_pending = false
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId`,
);
