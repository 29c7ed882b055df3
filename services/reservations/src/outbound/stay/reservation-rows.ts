import { recordedTraceparent } from '@lodging/kit-runtime';
import type { Metadata } from '../../domain/stay/metadata.ts';
import type { NewReservation, ReservationCreation } from '../../domain/creation/reservation-creation.ts';
import type { LimitedHold } from '../../domain/guests/client-limits.ts';
import { balanceStateOf } from '../../domain/money/scheduled-payment.ts';
import type { ScheduledPaymentState } from '../../domain/money/scheduled-payment.ts';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import type {
  Attempt,
  PendingReservation,
  Reservation,
  ReservationFields,
} from '../../domain/stay/reservation.ts';
import { toCancellationRecord } from '../cancellation/settlement-schema.ts';
import type { SettlementJson } from '../cancellation/settlement-schema.ts';
import { guestOfRow } from '../guests/guest-of-row.ts';
import type { GuestColumns, GuestSealer } from '../guests/guest-sealer.ts';
import type { ReservationRow } from '../schema.ts';

/** A row and the database's time of the read. */
export type ReservationRowAt = ReservationRow & { readonly at: Temporal.Instant };

export interface ReservationRowWithTerms extends ReservationRowAt {
  readonly terms: ReservationTerms | null;
  readonly settlement: SettlementJson | null;
  readonly balance: ScheduledPaymentState | null;
}

/** A column of a query of reservations. */
export const newestTerms = `(
  SELECT jsonb_build_object('bill', t.bill, 'policy', t.policy, 'schedule', t.schedule, 'display', t.display,
      'floor', t.floor_minor_units::text, 'retained', t.retained_minor_units::text) FROM reservation_terms AS t
   WHERE t.tenant_id = reservations.tenant_id AND t.reservation_id = reservations.id
   ORDER BY t.version DESC LIMIT 1) AS terms`;

/** The values of a new row. The insert computes the rest. */
export function newReservationRow(
  tenantId: string,
  reservation: NewReservation,
  { reference, guest }: { readonly reference: string; readonly guest: GuestColumns },
) {
  const {
    stay,
    total,
    occupancy,
    request,
    limited,
    holdSeconds,
    terms: _terms,
    laterPayments: _later,
    ...fields
  } = reservation;
  return {
    ...fields,
    ...guest,
    tenantId,
    reference,
    resourceId: stay.resourceId,
    roomTypeId: stay.roomTypeId,
    ratePlanId: stay.ratePlanId,
    startsAt: stay.window.from,
    endsAt: stay.window.to,
    timeZone: stay.timeZone,
    quantity: stay.quantity,
    totalMinorUnits: total.minorUnits,
    currency: total.currency,
    occupancyAdults: occupancy.adults,
    occupancyChildren: occupancy.children,
    idempotencyKey: request.idempotencyKey,
    fingerprint: request.fingerprint,
    ...limitedColumns(limited),
    metadata: metadataColumn(reservation.metadata),
    requestExpiresAt: request.expiresAt,
    holdSeconds,
    traceparent: recordedTraceparent() ?? null,
  };
}

/** `network_hashes` is null where the client has but one network. */
function limitedColumns(limited: LimitedHold | null) {
  if (limited === null)
    return { clientHash: null, networkHashes: null, heldUnitNights: null, publishableKeyId: null };
  const [clientHash, ...narrower] = limited.networks;
  return {
    clientHash,
    networkHashes: narrower.length === 0 ? null : narrower,
    heldUnitNights: limited.unitNights,
    publishableKeyId: limited.keyId,
  };
}

/** JSON; null is none. */
export function metadataColumn(metadata: Metadata): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** Takes the state as it is stored, without a transition; the checks of the table guarantee the fields of each state. */
export function toReservation(row: ReservationRow, guests: Pick<GuestSealer, 'open'>): Reservation {
  const fields = fieldsOf(row, guests);
  // Assigned, not spread: a copy would open the guest.
  switch (row.state) {
    case 'pending':
      return Object.assign(fields, {
        state: row.state,
        holdExpiresAt: holdEndOf(row),
        attempt: attemptOf(row),
      });
    case 'held':
      return Object.assign(fields, { state: row.state, holdExpiresAt: holdEndOf(row) });
    case 'expired': {
      const { state, refundDecided } = row;
      return Object.assign(fields, { state, holdExpiresAt: holdEndOf(row), refundDecided });
    }
    case 'cancelled':
      return Object.assign(fields, { state: row.state, holdExpiresAt: row.holdExpiresAt });
    default:
      return Object.assign(fields, { state: row.state, holdExpiresAt: null });
  }
}

function fieldsOf(row: ReservationRow, guests: Pick<GuestSealer, 'open'>): ReservationFields {
  return Object.assign(guestOfRow(row, guests), {
    tenantId: row.tenantId,
    id: row.id,
    reference: row.reference,
    livemode: row.livemode,
    stay: {
      resourceId: row.resourceId,
      roomTypeId: row.roomTypeId,
      ratePlanId: row.ratePlanId,
      window: { from: row.startsAt, to: row.endsAt },
      timeZone: row.timeZone,
      quantity: row.quantity,
    },
    total: { minorUnits: row.totalMinorUnits, currency: row.currency },
    ...(row.paidOfflineMinorUnits !== null && { offlineTotal: row.paidOfflineMinorUnits }),
    occupancy: { adults: row.occupancyAdults, children: row.occupancyChildren },
    source: row.source,
    paidOffline: row.paidOffline === true,
    guestId: row.guestId,
    guestLanguage: row.guestLanguage,
    externalReference: row.externalReference,
    notes: row.notes,
    metadata: row.metadata ?? {},
    moveReason: row.moveReason,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
}

export function toPending(row: ReservationRow, guests: GuestSealer): PendingReservation {
  const reservation = toReservation(row, guests);
  if (reservation.state !== 'pending') throw new Error(`reservation ${row.id} is not pending`);
  return reservation;
}

export function toReservationCreation(
  row: ReservationRowWithTerms,
  guests: Pick<GuestSealer, 'open' | 'isFingerprint'>,
): ReservationCreation {
  const { idempotencyKey, awaitsPaymentHandle, terms, at } = row;
  const cancellation = toCancellationRecord(row.settlement);
  const [reservation, attempt] = [toReservation(row, guests), attemptOf(row)];
  const hasFingerprint = (given: string) => guests.isFingerprint(row.fingerprint, given);
  return {
    reservation,
    terms,
    cancellation,
    balanceState: balanceStateOf(row.balance, reservation.state),
    idempotencyKey,
    hasFingerprint,
    awaitsPaymentHandle,
    attempt,
    at,
  };
}

function attemptOf(row: ReservationRow): Attempt {
  return { number: row.attempt, until: row.attemptUntil };
}

function holdEndOf(row: ReservationRow): Temporal.Instant {
  if (row.holdExpiresAt === null)
    throw new Error(`reservation ${row.id} is ${row.state} without hold_expires_at`);
  return row.holdExpiresAt;
}
