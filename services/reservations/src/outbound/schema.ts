import { instant, minorUnits, selectList } from '@lodging/kit-postgres';
import { recordedTraceparent } from '@lodging/kit-runtime';
import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FrozenBill } from '../domain/frozen-bill.ts';
import type { Metadata } from '../domain/metadata.ts';
import type { NewReservation, ReservationCreation } from '../domain/reservation-creation.ts';
import type { RefundCause } from '../domain/refund-obligation.ts';
import type { Attempt, PendingReservation, Reservation, ReservationFields } from '../domain/reservation.ts';
import type { ReservationTerms } from '../domain/reservation-terms.ts';
import { balanceStateOf } from '../domain/scheduled-payment.ts';
import type { ScheduledPaymentState } from '../domain/scheduled-payment.ts';
import type { ReservationState } from '../domain/states.ts';
import { guestOfRow } from './guest-of-row.ts';
import type { GuestColumns, GuestSealer } from './guest-sealer.ts';
import { toCancellationRecord } from './settlement-schema.ts';
import type { SettlementJson } from './settlement-schema.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The only list of the columns: statements take theirs from it, and rows are mapped by these names. */
export const reservations = pgTable(
  'reservations',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    livemode: boolean('livemode').notNull(),
    state: text('state').$type<ReservationState>().notNull(),
    version: integer('version').notNull(),
    resourceId: uuid('resource_id').notNull(),
    roomTypeId: uuid('room_type_id'),
    ratePlanId: uuid('rate_plan_id'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    timeZone: text('time_zone').notNull(),
    quantity: integer('quantity').notNull(),
    occupancyAdults: integer('occupancy_adults'),
    occupancyChildren: integer('occupancy_children').notNull(),
    totalMinorUnits: minorUnits('total_minor_units').notNull(),
    currency: text('currency').notNull(),
    source: text('source', { enum: ['direct', 'manual'] }).notNull(),
    guestEmail: text('guest_email'),
    guestName: text('guest_name'),
    guestPhone: text('guest_phone'),
    guestSealed: text('guest_sealed'),
    guestEmailHash: text('guest_email_hash'),
    guestLanguage: text('guest_language'),
    externalReference: text('external_reference'),
    notes: text('notes'),
    metadata: jsonb('metadata').$type<Metadata>(),
    moveReason: text('move_reason'),
    holdExpiresAt: instant('hold_expires_at'),
    confirmedAt: instant('confirmed_at'),
    paidOffline: boolean('paid_offline'),
    quoteId: uuid('quote_id'),
    idempotencyKey: uuid('idempotency_key'),
    fingerprint: text('fingerprint'),
    awaitsPaymentHandle: boolean('awaits_payment_handle').notNull(),
    unitsToFree: boolean('units_to_free').notNull(),
    noShowAt: instant('no_show_at'),
    clientHash: text('client_hash'),
    heldUnitNights: integer('held_unit_nights'),
    refundDecided: boolean('refund_decided').notNull(),
    attempt: integer('attempt').notNull(),
    attemptUntil: instant('attempt_until').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    traceparent: text('traceparent'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** Written, but read by no operation. */
export const WRITE_ONLY = [
  'guestEmailHash',
  'unitsToFree',
  'noShowAt',
  'clientHash',
  'heldUnitNights',
] as const;

export type ReservationRow = Omit<typeof reservations.$inferSelect, (typeof WRITE_ONLY)[number]>;
export const reservationColumns = selectList(reservations, { except: WRITE_ONLY });

/** A row and the database's time of the read. */
export type ReservationRowAt = ReservationRow & { readonly at: Temporal.Instant };

export interface ReservationRowWithTerms extends ReservationRowAt {
  readonly terms: ReservationTerms | null;
  readonly settlement: SettlementJson | null;
  readonly balance: ScheduledPaymentState | null;
}

/** A column of a query of reservations. */
export const newestTerms = `(
  SELECT jsonb_build_object('bill', t.bill, 'policy', t.policy, 'schedule', t.schedule, 'display', t.display) FROM reservation_terms AS t
   WHERE t.tenant_id = reservations.tenant_id AND t.reservation_id = reservations.id
   ORDER BY t.version DESC LIMIT 1) AS terms`;

/** The values of a new row. The insert computes the rest. */
export function newReservationRow(tenantId: string, reservation: NewReservation, guest: GuestColumns) {
  const { stay, total, occupancy, request, limited, holdSeconds, terms: _terms, ...fields } = reservation;
  return {
    ...fields,
    ...guest,
    tenantId,
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
    clientHash: limited?.clientHash ?? null,
    heldUnitNights: limited?.unitNights ?? null,
    metadata: metadataColumn(reservation.metadata),
    requestExpiresAt: request.expiresAt,
    holdSeconds,
    paidOffline: isPaidOffline(reservation),
    traceparent: recordedTraceparent() ?? null,
  };
}

/** The operator has the money of a booking that costs something and opens no payment. */
function isPaidOffline({ source, awaitsPaymentHandle, total }: NewReservation): boolean {
  return source === 'manual' && !awaitsPaymentHandle && total.minorUnits > 0n;
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
    occupancy: { adults: row.occupancyAdults, children: row.occupancyChildren },
    source: row.source,
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

export const guestCodes = pgTable(
  'guest_codes',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    digest: text('digest'),
    expiresAt: instant('expires_at'),
    wrongTries: integer('wrong_tries').notNull(),
    used: boolean('used').notNull(),
    sentAt: instant('sent_at').array().notNull(),
    triedAt: instant('tried_at').array().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId] })],
);

export const guestCodeSends = pgTable(
  'guest_code_sends',
  {
    tenantId: uuid('tenant_id').notNull(),
    bucket: text('bucket').notNull(),
    sentAt: instant('sent_at').array().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.bucket] })],
);

export const refusedRequests = pgTable(
  'refused_requests',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    operation: text('operation').notNull(),
    code: text('code').notNull(),
    times: integer('times').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    requestId: text('request_id').notNull(),
    traceparent: text('traceparent'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.operation, table.code] })],
);

/** One row for all tenants. */
export const guestSealing = pgTable('guest_sealing', {
  isOnly: boolean('is_only').primaryKey(),
  clearUntil: instant('clear_until').notNull(),
  finishedAt: instant('finished_at'),
});

/** What was agreed, by version. */
export const reservationTerms = pgTable(
  'reservation_terms',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    version: integer('version').notNull(),
    bill: jsonb('bill').$type<FrozenBill>().notNull(),
    policy: jsonb('policy').$type<ReservationTerms['policy']>(),
    schedule: jsonb('schedule').$type<ReservationTerms['schedule']>().notNull(),
    display: jsonb('display').$type<ReservationTerms['display']>(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.version] })],
);

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  use: text('use', { enum: ['quote', 'guest'] }).notNull(),
  publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  signsUntil: instant('signs_until').notNull(),
  verifiesUntil: instant('verifies_until').notNull(),
});
export type SigningKeyRow = typeof signingKeys.$inferSelect;

export const refunds = pgTable(
  'refunds',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    amountMinorUnits: minorUnits('amount_minor_units').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    version: integer('version').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const refundObligations = pgTable(
  'refund_obligations',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    cause: text('cause').$type<RefundCause>().notNull(),
    /** Null: everything. */
    amountMinorUnits: minorUnits('amount_minor_units'),
    decidedAt: instant('decided_at').notNull(),
    settledAt: instant('settled_at'),
    attempt: integer('attempt').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.cause] })],
);
