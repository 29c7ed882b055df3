import {
  boundedArray,
  currency,
  exampleIds,
  nameTranslations,
  pageRequest,
  rpc,
  text,
  textTranslations,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { localTime } from './cancellation-policies.ts';
import { saleTerms } from './rates.ts';
import { resource, resourceKind, roomType } from './records.ts';

const context = 'inventory';
const count = z.int().min(0).max(10_000);

export const newRoomType = z
  .object({
    code: text({ min: 1, max: 64 }),
    name: text({ min: 1, max: 200 }),
    maxOccupancy: count.min(1),
    maxAdults: count,
    maxChildren: count,
    translations: nameTranslations,
  })
  .meta({
    id: 'NewRoomType',
    description: 'A room type to add.',
    example: { code: 'DBL', name: 'Double room', maxOccupancy: 3, maxAdults: 2, maxChildren: 1 },
  });
/** `limit_reached` has the field `limit`, here and below. */
export const createRoomType = rpc({
  context,
  name: 'create-room-type',
  permission: 'operate',
  request: newRoomType,
  response: roomType,
  refusals: ['code_taken', 'limit_reached', 'resource_locked'],
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

/** Pages show these to guests: an http or https address, never a script. */
const photoUrl = text({ min: 1, max: 2_000 }).pipe(
  z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
);

/** A word that guests look for, such as `sea_view`. */
export const feature = z
  .string()
  .regex(/^[a-z0-9_]{1,40}$/, 'must be lower-case letters, digits and _, at most 40');
const FEATURES = 'Search terms for guests, such as `sea_view`; stored in order, without duplicates.';
const resourceFields = {
  name: text({ min: 1, max: 200 }),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
    .max(100),
  capacity: z.int().min(1).max(10_000),
  units: z.int().min(1).max(10_000),
  photoUrls: boundedArray(photoUrl, { max: 50 }),
  checkInTime: localTime,
  checkOutTime: localTime,
  description: text({ max: 5_000 }).nullable(),
  features: boundedArray(feature, { max: 100 }),
};
export const newResource = z
  .object({
    kind: resourceKind,
    name: resourceFields.name,
    slug: resourceFields.slug,
    capacity: resourceFields.capacity,
    currency,
    timezone: timeZone.default('UTC'),
    units: resourceFields.units.default(1),
    photoUrls: resourceFields.photoUrls.default([]),
    checkInTime: resourceFields.checkInTime.optional().meta({ description: 'Default: 15:00.' }),
    checkOutTime: resourceFields.checkOutTime.optional().meta({ description: 'Default: 11:00.' }),
    roomTypeId: uuid.optional(),
    description: resourceFields.description.optional(),
    features: resourceFields.features.optional().meta({ description: FEATURES }),
    translations: textTranslations,
    ...saleTerms,
  })
  .meta({
    id: 'NewResource',
    description: 'A resource to add.',
    example: {
      kind: 'hotel_room',
      name: 'Room 12',
      slug: 'room-12',
      capacity: 3,
      currency: 'EUR',
      timezone: 'Europe/Vienna',
      roomTypeId: exampleIds.roomType,
    },
  });
/**
 * A lodging kind without `roomTypeId` or with a policy or a deposit of its own, or a generic one with `roomTypeId`, is refused
 * as `validation_failed`.
 */
export const createResource = rpc({
  context,
  name: 'create-resource',
  permission: 'operate',
  request: newResource,
  response: resource,
  refusals: [
    'validation_failed',
    'room_type_not_found',
    'unknown_policy_code',
    'limit_reached',
    'slug_taken',
    'resource_locked',
  ],
  idempotent: false,
});

/** The kind and the currency of a resource never change: its stays are recorded in them. */
export const resourceChanges = z
  .object({
    name: resourceFields.name.optional(),
    slug: resourceFields.slug.optional(),
    capacity: resourceFields.capacity.optional(),
    units: resourceFields.units.optional(),
    photoUrls: resourceFields.photoUrls.optional(),
    timezone: timeZone.optional(),
    checkInTime: resourceFields.checkInTime.optional(),
    checkOutTime: resourceFields.checkOutTime.optional(),
    roomTypeId: uuid.optional(),
    description: resourceFields.description.optional(),
    features: resourceFields.features.optional().meta({ description: FEATURES }),
    translations: textTranslations,
    archived: z.boolean().optional().meta({
      description:
        'True takes the resource off sale, false puts it back on sale. Existing stays are unchanged.',
    }),
    ...saleTerms,
  })
  .meta({
    id: 'ResourceChanges',
    description: 'The fields to change; absent fields stay unchanged.',
    example: { name: 'Room 12, lake side' },
  });
/** `units_in_use` has the fields `from`, `to` and `unitsTaken`. */
export const updateResource = rpc({
  context,
  name: 'update-resource',
  permission: 'operate',
  request: z.object({ resourceId: uuid, changes: resourceChanges }),
  response: resource,
  refusals: [
    'resource_not_found',
    'validation_failed',
    'room_type_not_found',
    'unknown_policy_code',
    'slug_taken',
    'units_in_use',
    'limit_reached',
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
  calledBy: ['channels', 'reservations'],
  calledFor: [
    'reservations.v1.send-guest-code',
    'reservations.v1.create-checkout-session',
    'reservations.v1.open-booking-session',
    'reservations.v1.open-managed-session',
  ],
});
export const listResources = rpc({
  context,
  name: 'list-resources',
  /** The archived ones alone; without it all others. */
  request: pageRequest.extend({ archived: z.boolean().optional() }),
  response: z.object({
    resources: z.array(resource),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['secret_key_required'],
  idempotent: true,
});
