import { MAX_RESOURCE_BLOCKS } from '@lodging/contract-inventory';
import {
  exampleIds,
  listOf,
  localDate,
  MAX_CALENDAR_BYTES,
  pageRequest,
  rpc,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { reservationState } from './states.ts';

export const MAX_OCCUPANCY_NIGHTS = 92;
/** Of a page. */
export const MAX_OCCUPANCY_ENTRIES = MAX_RESOURCE_BLOCKS;

export const occupancyEntry = z
  .object({
    kind: z.enum(['stay', 'hold', 'block']),
    id: uuid.meta({ description: 'Of the booking or of the block.' }),
    reference: z.string().nullable(),
    groupId: uuid.nullable(),
    from: localDate.meta({ description: 'The first night, in the time zone of the resource.' }),
    to: localDate.meta({ description: 'Exclusive.' }),
    startsAt: timestamp,
    endsAt: timestamp,
    units: z.int(),
    state: reservationState.nullable(),
    guestName: z.string().nullable(),
    partySize: z.int().nullable(),
    source: z.enum(['direct', 'manual']).nullable(),
    balanceState: z.enum(['none', 'scheduled', 'due', 'paid']).nullable(),
    holdExpiresAt: timestamp.nullable(),
    block: z.enum(['external', 'out_of_order', 'owner_stay', 'other']).nullable(),
    note: z.string().nullable().meta({ description: 'Of a stay the first 100 characters of its notes.' }),
    connectionId: uuid.nullable(),
    version: z.int().nullable().meta({ description: 'Null for an imported block.' }),
  })
  .meta({ id: 'OccupancyEntry', description: 'A stay, a hold or a block. Fields of the others are null.' });
export type OccupancyEntry = z.infer<typeof occupancyEntry>;

const page = {
  from: localDate,
  to: localDate,
  asOf: timestamp,
  resources: listOf(
    z.object({
      resourceId: uuid,
      units: z.int(),
      entries: listOf(occupancyEntry, MAX_OCCUPANCY_ENTRIES),
    }),
    100,
  ),
};
const example = {
  from: '2027-06-01',
  to: '2027-07-01',
  asOf: '2027-06-01T09:00:00.000Z',
  resources: [{ resourceId: exampleIds.resource, units: 1, entries: [] }],
  nextCursor: null,
};

/** The public answer. */
export const occupancyPage = z
  .object({
    ...page,
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page; null on the last page.' }),
  })
  .meta({ id: 'Occupancy', description: 'What takes the units of a page of resources.', example });

/** The ETag is a hash of the page without `asOf`; `occupancy` is null where the client has it. */
export const readOccupancy = rpc({
  context: 'reservations',
  name: 'read-occupancy',
  request: pageRequest.extend({
    from: localDate,
    to: localDate,
    roomTypeId: uuid.optional(),
    resourceIds: z.array(uuid).max(100).optional(),
    knownEtags: z.array(z.string()).max(100),
  }),
  response: z.object({
    etag: z.string(),
    occupancy: z
      .object({ ...page, nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable() })
      .nullable(),
  }),
  refusals: ['invalid_window', 'range_too_large'],
  idempotent: true,
  maxReplyBytes: MAX_CALENDAR_BYTES,
});
