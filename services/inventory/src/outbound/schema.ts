import { instant, localDate, minorUnits } from '@lodging/kit-postgres';
import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LeadTimeTier, LengthOfStayTier, Pricing, ResourceKind, Season } from '../domain/resource.ts';

export const roomTypes = pgTable('room_types', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  maxOccupancy: integer('max_occupancy').notNull(),
  maxAdults: integer('max_adults').notNull(),
  maxChildren: integer('max_children').notNull(),
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
  configVersion: bigint('config_version', { mode: 'bigint' }).notNull().default(1n),
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
});

export const nightlyRates = pgTable('nightly_rates', {
  tenantId: uuid('tenant_id').notNull(),
  ratePlanId: uuid('rate_plan_id').notNull(),
  date: localDate('date').notNull(),
  amountMinorUnits: minorUnits('amount_minor_units').notNull(),
});

export const fxRates = pgTable('fx_rates', {
  fromCurrency: text('from_currency').notNull(),
  toCurrency: text('to_currency').notNull(),
  effectiveAt: instant('effective_at').notNull(),
  rate: numeric('rate').notNull(),
  source: text('source').notNull(),
});
