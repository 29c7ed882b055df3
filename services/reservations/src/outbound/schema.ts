import {
  boolean,
  customType,
  instant,
  integer,
  jsonb,
  minorUnits,
  pgTable,
  primaryKey,
  selectList,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { Metadata } from '../domain/stay/metadata.ts';
import type { StoredBill } from '../domain/stay/stored-bill.ts';
import type { ReservationTerms } from '../domain/stay/reservation-terms.ts';
import type { ReservationState } from '../domain/stay/states.ts';

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
    guestSealed: text('guest_sealed'),
    guestEmailHash: text('guest_email_hash'),
    guestId: uuid('guest_id'),
    guestLanguage: text('guest_language'),
    /** Never null, which a check holds: making a column NOT NULL would read the table under a lock. */
    reference: text('reference'),
    externalReference: text('external_reference'),
    notes: text('notes'),
    metadata: jsonb('metadata').$type<Metadata>(),
    moveReason: text('move_reason'),
    holdExpiresAt: instant('hold_expires_at'),
    confirmedAt: instant('confirmed_at'),
    paidOffline: boolean('paid_offline'),
    paidOfflineMinorUnits: minorUnits('paid_offline_minor_units'),
    changeId: uuid('change_id'),
    changeState: text('change_state', { enum: ['applying', 'awaiting_payment'] }),
    quoteId: uuid('quote_id'),
    idempotencyKey: uuid('idempotency_key'),
    fingerprint: text('fingerprint'),
    awaitsPaymentHandle: boolean('awaits_payment_handle').notNull(),
    unitsToFree: boolean('units_to_free').notNull(),
    noShowAt: instant('no_show_at'),
    clientHash: text('client_hash'),
    heldUnitNights: integer('held_unit_nights'),
    publishableKeyId: uuid('publishable_key_id'),
    networkHashes: text('network_hashes').array(),
    guestVerifiedAt: instant('guest_verified_at'),
    declinedCards: integer('declined_cards').notNull(),
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
  'publishableKeyId',
  'networkHashes',
  'guestVerifiedAt',
  'declinedCards',
] as const;

export interface ReservationRow extends Omit<
  typeof reservations.$inferSelect,
  (typeof WRITE_ONLY)[number] | 'reference'
> {
  readonly reference: string;
}

export const reservationColumns = selectList(reservations, { except: WRITE_ONLY });

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

/** The agreed terms, by version. */
export const reservationTerms = pgTable(
  'reservation_terms',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    version: integer('version').notNull(),
    bill: jsonb('bill').$type<StoredBill>().notNull(),
    policy: jsonb('policy').$type<ReservationTerms['policy']>(),
    schedule: jsonb('schedule').$type<ReservationTerms['schedule']>().notNull(),
    display: jsonb('display').$type<ReservationTerms['display']>(),
    reason: text('reason'),
    floorMinorUnits: minorUnits('floor_minor_units'),
    retainedMinorUnits: minorUnits('retained_minor_units'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.version] })],
);

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  use: text('use', { enum: ['quote', 'guest', 'manage'] }).notNull(),
  publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  signsUntil: instant('signs_until').notNull(),
  verifiesUntil: instant('verifies_until').notNull(),
});

export type SigningKeyRow = typeof signingKeys.$inferSelect;
