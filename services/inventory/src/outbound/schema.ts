import type { CancellationPolicy, TaxRule } from '@lodging/contract-inventory';
import type { Deposit, Translations } from '@lodging/kernel';
import {
  bigint,
  boolean,
  customType,
  instant,
  integer,
  jsonb,
  localDate,
  minorUnits,
  numeric,
  pgTable,
  sql,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { BlockKind } from '../domain/blocks/own-block.ts';
import type { ClaimState } from '../domain/claims/claim.ts';
import type { ClaimKind } from '../domain/units/peak-units.ts';
import type { LeadTimeTier, LengthOfStayTier, Pricing, Season } from '../domain/resources/resource.ts';
import type { DerivationJson, OccupancyJson } from './rates/pricing-json.ts';
import type { ResourceKind } from '../domain/time/resource-kind.ts';

const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' });
const createdAt = () =>
  instant('created_at')
    .notNull()
    .default(sql`now()`);
/** The order in which rows were inserted. */
const position = () => bigint('position', { mode: 'bigint' }).generatedByDefaultAsIdentity();

/** Null in both: all is paid at the time of booking, and a cancellation has no automatic refund. */
const saleTerms = () => ({
  cancellationPolicyCode: text('cancellation_policy_code'),
  deposit: jsonb('deposit').$type<Deposit>(),
});

/** Texts in other languages. */
const translations = () => jsonb('translations').$type<Translations>().notNull().default({});

export const roomTypes = pgTable('room_types', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  maxOccupancy: integer('max_occupancy').notNull(),
  maxAdults: integer('max_adults').notNull(),
  maxChildren: integer('max_children').notNull(),
  translations: translations(),
  createdAt: createdAt(),
});

export const resources = pgTable('resources', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  kind: text('kind').$type<ResourceKind>().notNull(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  capacity: integer('capacity').notNull(),
  currency: text('currency').notNull(),
  timezone: text('timezone').notNull(),
  units: integer('units').notNull(),
  photoUrls: text('photo_urls').array().notNull(),
  roomTypeId: uuid('room_type_id'),
  checkInTime: text('check_in_time').notNull().default('15:00'),
  checkOutTime: text('check_out_time').notNull().default('11:00'),
  description: text('description'),
  features: text('features').array().notNull(),
  archivedAt: instant('archived_at'),
  translations: translations(),
  ...saleTerms(),
  configVersion: bigint('config_version', { mode: 'bigint' }).notNull().default(1n),
  createdAt: createdAt(),
});

export const ratePlans = pgTable('rate_plans', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  isRefundable: boolean('is_refundable').notNull(),
  minStayNights: integer('min_stay_nights').notNull(),
  maxStayNights: integer('max_stay_nights'),
  closedToArrival: boolean('closed_to_arrival').notNull(),
  closedToDeparture: boolean('closed_to_departure').notNull(),
  enabled: boolean('enabled').notNull(),
  derivedFrom: jsonb('derived_from').$type<DerivationJson>(),
  translations: translations(),
  ...saleTerms(),
  position: position(),
  createdAt: createdAt(),
});

export const pricing = pgTable('pricing', {
  tenantId: uuid('tenant_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  ratePlanId: uuid('rate_plan_id'),
  baseAmountMinorUnits: minorUnits('base_amount_minor_units'),
  dayOfWeekMultipliersBps: jsonb('day_of_week_multipliers_bps').$type<Pricing['dayOfWeekMultipliersBps']>(),
  seasons: jsonb('seasons').$type<readonly Season[]>(),
  leadTimeTiers: jsonb('lead_time_tiers').$type<readonly LeadTimeTier[]>(),
  lengthOfStayTiers: jsonb('length_of_stay_tiers').$type<readonly LengthOfStayTier[]>(),
  occupancy: jsonb('occupancy').$type<OccupancyJson>(),
});

export const restrictions = pgTable('restrictions', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  ratePlanId: uuid('rate_plan_id').notNull(),
  from: localDate('from_date').notNull(),
  to: localDate('to_date').notNull(),
  /** The instants of the request; null where it had dates, or where the restriction was cut at this end. */
  fromAt: instant('from_at'),
  toAt: instant('to_at'),
  stopSell: boolean('stop_sell').notNull().default(false),
  minStayNights: integer('min_stay_nights'),
  maxStayNights: integer('max_stay_nights'),
  closedToArrival: boolean('closed_to_arrival'),
  closedToDeparture: boolean('closed_to_departure'),
  position: position(),
  createdAt: createdAt(),
});

export const claims = pgTable('claims', {
  tenantId: uuid('tenant_id').notNull(),
  claimId: uuid('claim_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  kind: text('kind').$type<ClaimKind>().notNull(),
  state: text('state').$type<ClaimState>().notNull(),
  during: timeRange('during').notNull(),
  units: integer('units').notNull(),
  exclusive: boolean('exclusive').notNull(),
  expiresAt: instant('expires_at'),
  createdAt: createdAt(),
  /** The bounds of `during`, set by the trigger `claims_bounds`. */
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** More than 31 days; set by the trigger, too. */
  isLong: boolean('is_long').notNull().default(false),
  confirmedAt: instant('confirmed_at'),
  /** When the guest left; the units stay taken. */
  leftAt: instant('left_at'),
  /** How often it was moved, and when last. */
  revision: integer('revision').notNull().default(0),
  movedAt: instant('moved_at'),
  /** The claim of the stay whose change leased this one until it is paid. */
  changedClaimId: uuid('part_of'),
  /** The block that it belongs to; null for stays and imported blocks. */
  blockId: uuid('block_id'),
});

/** The results of moves. */
export const claimMoves = pgTable('claim_moves', {
  tenantId: uuid('tenant_id').notNull(),
  moveId: uuid('move_id').notNull(),
  claimId: uuid('claim_id').notNull(),
  /** Null, as the revision: the move was given up. */
  state: text('state').$type<ClaimState>(),
  revision: integer('revision'),
  at: instant('at').notNull(),
});

export const blocks = pgTable('blocks', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  kind: text('kind').$type<BlockKind>().notNull(),
  units: integer('units').notNull(),
  note: text('note'),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  startsAtInstant: instant('starts_at_instant').notNull(),
  endsAtInstant: instant('ends_at_instant').notNull(),
  version: integer('version').notNull().default(1),
  revision: integer('revision').notNull().default(0),
  datesChangedAt: instant('dates_changed_at').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const blockKeys = pgTable('block_keys', {
  tenantId: uuid('tenant_id').notNull(),
  idempotencyKey: uuid('idempotency_key').notNull(),
  fingerprint: text('fingerprint').notNull(),
  blockId: uuid('block_id').notNull(),
  createdAt: createdAt(),
});

export const externalBlocks = pgTable('external_blocks', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  key: text('key').notNull(),
  listingId: uuid('listing_id').notNull(),
  inboundEvent: text('inbound_event').notNull(),
  eventStartsAt: text('event_starts_at').notNull(),
  eventEndsAt: text('event_ends_at').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  claimIds: uuid('claim_ids').array().notNull(),
  revision: integer('revision').notNull().default(0),
  changedAt: instant('changed_at')
    .notNull()
    .default(sql`now()`),
});

/** The version of all rules of a tenant; without a row 0. */
export const catalogs = pgTable('catalogs', {
  tenantId: uuid('tenant_id').notNull(),
  version: bigint('version', { mode: 'bigint' }).notNull(),
});

export const taxRules = pgTable('tax_rules', {
  tenantId: uuid('tenant_id').notNull(),
  /** In lower case. */
  code: text('code').notNull(),
  body: jsonb('body').$type<TaxRule>().notNull(),
  version: integer('version').notNull().default(1),
  position: integer('position').notNull(),
  enabled: boolean('enabled').notNull(),
  createdAt: createdAt(),
});

/** A row for each version. */
export const cancellationPolicies = pgTable('cancellation_policies', {
  tenantId: uuid('tenant_id').notNull(),
  /** In lower case. */
  code: text('code').notNull(),
  version: integer('version').notNull(),
  body: jsonb('body').$type<CancellationPolicy>().notNull(),
  /** False for the former versions, and for all once the policy was deleted. */
  isCurrent: boolean('is_current').notNull().default(true),
  /** When the policy was first put. */
  listedAt: instant('listed_at')
    .notNull()
    .default(sql`now()`),
  createdAt: createdAt(),
});

export const fxRates = pgTable('fx_rates', {
  fromCurrency: text('from_currency').notNull(),
  toCurrency: text('to_currency').notNull(),
  effectiveAt: instant('effective_at').notNull(),
  rate: numeric('rate').notNull(),
  source: text('source').notNull(),
});
