import {
  currency,
  instant,
  localDate,
  minorUnits,
  pageRequest,
  rpc,
  text,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { pricingEntry, ratePlan, resource, resourceKind, roomType } from './records.ts';

const context = 'inventory';
const count = z.int().min(0).max(10_000);

export const newRoomType = z.object({
  code: text({ min: 1, max: 64 }),
  name: text({ min: 1, max: 200 }),
  maxOccupancy: count.min(1),
  maxAdults: count,
  maxChildren: count,
});
export const createRoomType = rpc({
  context,
  name: 'create-room-type',
  request: newRoomType,
  response: roomType,
  refusals: ['code_taken'],
  idempotent: false,
});
export const listRoomTypes = rpc({
  context,
  name: 'list-room-types',
  request: pageRequest,
  response: z.object({
    roomTypes: z.array(roomType),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: [],
  idempotent: true,
});

function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 &&
      /^[A-Za-z]/.test(name)
    );
  } catch {
    return false;
  }
}
export const timeZone = z.string().max(64).refine(isTimeZone, 'must be an IANA time zone');

/** A page shows these to guests: an address of the web, and never a script. */
const photoUrl = text({ min: 1, max: 2_000 }).pipe(
  z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
);

const resourceFields = {
  name: text({ min: 1, max: 200 }),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
    .max(100),
  capacity: z.int().min(1).max(10_000),
  units: z.int().min(1).max(10_000),
  photoUrls: z.array(photoUrl).max(50),
};
export const newResource = z.object({
  kind: resourceKind,
  name: resourceFields.name,
  slug: resourceFields.slug,
  capacity: resourceFields.capacity,
  currency,
  timezone: timeZone.default('UTC'),
  units: resourceFields.units.default(1),
  photoUrls: resourceFields.photoUrls.default([]),
  roomTypeId: uuid.optional(),
});
/** A lodging kind without `roomTypeId`, or a generic one with it, is refused as `validation_failed`. */
export const createResource = rpc({
  context,
  name: 'create-resource',
  request: newResource,
  response: resource,
  refusals: ['validation_failed', 'room_type_not_found', 'slug_taken'],
  idempotent: false,
});

/** What may change once a resource exists; its kind, currency and time zone stay, since stays are recorded in them. */
export const resourceChanges = z.object({
  name: resourceFields.name.optional(),
  slug: resourceFields.slug.optional(),
  capacity: resourceFields.capacity.optional(),
  units: resourceFields.units.optional(),
  photoUrls: resourceFields.photoUrls.optional(),
  timezone: timeZone.optional(),
  roomTypeId: uuid.optional(),
});
export const updateResource = rpc({
  context,
  name: 'update-resource',
  request: z.object({ resourceId: uuid, changes: resourceChanges }),
  response: resource,
  refusals: [
    'resource_not_found',
    'validation_failed',
    'room_type_not_found',
    'slug_taken',
    'resource_locked',
  ],
  idempotent: true,
});

export const readResource = rpc({
  context,
  name: 'read-resource',
  request: z.object({ resourceId: uuid }),
  response: resource,
  refusals: ['resource_not_found'],
  idempotent: true,
});
export const listResources = rpc({
  context,
  name: 'list-resources',
  request: pageRequest,
  response: z.object({
    resources: z.array(resource),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: [],
  idempotent: true,
});

/** More than a stay can have is allowed: such a maximum limits nothing. */
const nights = z.int().min(1).max(10_000);
export const ratePlanEntry = z.object({
  code: text({ min: 1, max: 64 }),
  name: text({ min: 1, max: 200 }),
  currency,
  enabled: z.boolean().optional(),
  isRefundable: z.boolean().optional(),
  minStayNights: nights.optional(),
  maxStayNights: nights.nullable().optional(),
  closedToArrival: z.boolean().optional(),
  closedToDeparture: z.boolean().optional(),
});
const ratesAnswer = z.object({ resourceId: uuid, ratePlans: z.array(ratePlan) });

/** Upserts by code. A field that is absent keeps its value, or its default on a new plan. */
export const putRates = rpc({
  context,
  name: 'put-rates',
  request: z.object({ resourceId: uuid, ratePlans: z.array(ratePlanEntry).max(100) }),
  response: ratesAnswer,
  refusals: ['resource_not_found', 'no_room_type', 'validation_failed', 'resource_locked'],
  idempotent: true,
});

export const nightlyRate = z.object({
  ratePlanCode: z.string(),
  date: localDate,
  amountMinorUnits: minorUnits,
  /** `override` is the date's own rate; `base` the plan's base amount. */
  source: z.enum(['base', 'override']),
});

/** With a window, the answer adds the nightly rates of its dates (`to` exclusive, at most 366 of them). */
export const readRates = rpc({
  context,
  name: 'read-rates',
  request: z.object({ resourceId: uuid, window: z.object({ from: localDate, to: localDate }).optional() }),
  response: ratesAnswer.extend({ nightlyRates: z.array(nightlyRate).optional() }),
  refusals: ['resource_not_found', 'invalid_window', 'range_too_large'],
  idempotent: true,
});

const pricingAnswer = z.object({ resourceId: uuid, pricing: z.array(pricingEntry) });
export const putPricing = rpc({
  context,
  name: 'put-pricing',
  request: z.object({ resourceId: uuid, pricing: z.array(pricingEntry).max(100) }),
  response: pricingAnswer,
  refusals: ['resource_not_found', 'unknown_rate_plan_code', 'validation_failed', 'resource_locked'],
  idempotent: true,
});
export const readPricing = rpc({
  context,
  name: 'read-pricing',
  request: z.object({ resourceId: uuid }),
  response: pricingAnswer,
  refusals: ['resource_not_found'],
  idempotent: true,
});

export const fxRate = z.object({
  fromCurrency: currency,
  toCurrency: currency,
  /** A positive decimal, major units of `toCurrency` per one of `fromCurrency`. */
  rate: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal number')
    .refine((value) => /[1-9]/.test(value), 'must be above zero'),
  effectiveAt: instant,
  source: text({ min: 1, max: 100 }),
});
/** Platform-wide; the call carries the nil tenant. */
export const putFxRates = rpc({
  context,
  name: 'put-fx-rates',
  request: z.object({ rates: z.array(fxRate).min(1).max(1_000) }),
  response: z.object({ rates: z.array(fxRate) }),
  refusals: ['validation_failed'],
  idempotent: true,
});
