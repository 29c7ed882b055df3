import type { Opening } from '../domain/opening.ts';
import type { Attempt, Reservation } from '../domain/reservation.ts';
import type { ReservationState } from '../domain/states.ts';

export interface ReservationRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly state: ReservationState;
  readonly version: number;
  readonly resource_id: string;
  readonly room_type_id: string | null;
  readonly rate_plan_id: string | null;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly time_zone: string;
  readonly quantity: number;
  readonly occupancy_adults: number | null;
  readonly occupancy_children: number;
  readonly total_minor_units: bigint;
  readonly currency: string;
  readonly source: 'direct' | 'manual';
  readonly guest_email: string | null;
  readonly hold_expires_at: Temporal.Instant | null;
  readonly quote_id: string | null;
  readonly idempotency_key: string | null;
  readonly fingerprint: string | null;
  readonly awaits_payment_handle: boolean;
  readonly attempt: number;
  readonly attempt_until: Temporal.Instant;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

/** A row with the database's time when it was read. */
export type SightedRow = ReservationRow & { readonly at: Temporal.Instant };

export const reservationColumns = [
  'tenant_id, id, livemode, state, version, resource_id, room_type_id, rate_plan_id, starts_at, ends_at, time_zone',
  'quantity, occupancy_adults, occupancy_children, total_minor_units, currency, source, guest_email',
  'hold_expires_at, quote_id, idempotency_key, fingerprint, awaits_payment_handle, attempt, attempt_until, created_at, updated_at',
].join(', ');

/** The one place where a state is believed without a move: the table's checks stand behind it. */
export function reservationFrom(row: ReservationRow): Reservation {
  const common = commonFrom(row);
  switch (row.state) {
    case 'pending':
      return { ...common, state: row.state, holdExpiresAt: endOf(row), attempt: attemptFrom(row) };
    case 'held':
    case 'expired':
      return { ...common, state: row.state, holdExpiresAt: endOf(row) };
    case 'cancelled':
      return { ...common, state: row.state, holdExpiresAt: row.hold_expires_at };
    default:
      return { ...common, state: row.state, holdExpiresAt: null };
  }
}

export function attemptFrom(row: ReservationRow): Attempt {
  return { number: row.attempt, until: row.attempt_until };
}

export function openingFrom(row: ReservationRow): Opening {
  return {
    idempotencyKey: row.idempotency_key,
    fingerprint: row.fingerprint,
    quoteId: row.quote_id,
    awaitsPaymentHandle: row.awaits_payment_handle,
  };
}

function commonFrom(row: ReservationRow) {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    livemode: row.livemode,
    stay: {
      resourceId: row.resource_id,
      roomTypeId: row.room_type_id,
      ratePlanId: row.rate_plan_id,
      window: { from: row.starts_at, to: row.ends_at },
      timeZone: row.time_zone,
      quantity: row.quantity,
    },
    total: { minorUnits: row.total_minor_units, currency: row.currency },
    occupancy: { adults: row.occupancy_adults, children: row.occupancy_children },
    source: row.source,
    guestEmail: row.guest_email,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function endOf(row: ReservationRow): Temporal.Instant {
  if (row.hold_expires_at === null) throw new Error(`reservation ${row.id} is ${row.state} without an end`);
  return row.hold_expires_at;
}
