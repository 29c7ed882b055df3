import {
  exampleIds,
  instant,
  listOf,
  localDate,
  MAX_CALENDAR_BYTES,
  pageRequest,
  positiveInteger,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'inventory';

export const MAX_BLOCK_NIGHTS = 731;

export const blockKind = z.enum(['out_of_order', 'owner_stay', 'other']).meta({
  id: 'BlockKind',
  description: 'A unit that is `out_of_order` leaves the capacity of reports; with the other kinds it stays.',
});

const moment = z.union([localDate, instant], {
  error: 'must be a calendar date, YYYY-MM-DD, or an RFC 3339 date-time with a time zone',
});
const period = {
  from: moment.meta({ description: 'For lodging a date, the first night; otherwise a date-time.' }),
  to: moment.meta({ description: 'Exclusive: for lodging the date after the last night.' }),
};
const note = text({ min: 1, max: 500 }).meta({ description: 'Internal: feeds do not have it.' });
/** Postgres has them as `integer`. */
const units = positiveInteger.max(2_147_483_647).meta({ description: 'How many units it takes.' });

export const newBlock = z
  .object({
    resourceId: uuid,
    ...period,
    units: units.optional().meta({ description: 'How many units it takes. Default: 1.' }),
    kind: blockKind,
    note: note.optional(),
  })
  .meta({
    id: 'BlockRequest',
    description: 'Units to take off sale.',
    example: {
      resourceId: exampleIds.resource,
      from: '2027-06-10',
      to: '2027-06-14',
      kind: 'out_of_order',
      note: 'The shower leaks.',
    },
  });

/** Each of them may be absent. */
export const blockChanges = z.object({
  from: period.from.optional(),
  to: period.to.optional(),
  units: units.optional(),
  kind: blockKind.optional(),
  note: note.nullable().optional().meta({ description: 'Null takes it away.' }),
});

const exampleId = '0197a207-5e6f-7c70-9b82-93a4b5c6d7e8';
const facts = {
  id: uuid,
  resourceId: uuid,
  from: z.string().meta({ description: 'A date for lodging, a date-time for generic resources.' }),
  to: z.string().meta({ description: 'Exclusive.' }),
  startsAt: timestamp,
  endsAt: timestamp,
  units: z.int(),
};
const record = { version: z.int(), createdAt: timestamp, updatedAt: timestamp };

export const block = z.object({ ...facts, kind: blockKind, note: z.string().nullable(), ...record }).meta({
  id: 'Block',
  description: 'Units that are off sale. `startsAt` and `endsAt` keep the times and zone of the resource.',
  example: {
    id: exampleId,
    resourceId: exampleIds.resource,
    from: '2027-06-10',
    to: '2027-06-14',
    startsAt: '2027-06-10T13:00:00.000Z',
    endsAt: '2027-06-14T09:00:00.000Z',
    units: 1,
    kind: 'out_of_order',
    note: 'The shower leaks.',
    version: 1,
    createdAt: '2027-06-01T09:00:00.000Z',
    updatedAt: '2027-06-01T09:00:00.000Z',
  },
});
export type Block = z.infer<typeof block>;

export const listedBlock = z
  .object({
    ...facts,
    kind: z.enum([...blockKind.options, 'external']),
    note: z.string().nullable(),
    ...record,
    connectionId: uuid.optional().meta({ description: 'Of an imported block alone.' }),
    listingId: uuid.optional().meta({ description: 'Of an imported block alone.' }),
  })
  .meta({
    id: 'ListedBlock',
    description: 'A block of the tenant, or an imported one: `external`, which only its calendar can change.',
    example: block.meta()?.['example'],
  });
export type ListedBlock = z.infer<typeof listedBlock>;

/** `block_conflict` has the fields `reservationIds`, `from`, `to` and `unitsTaken`, `limit_reached` has `limit`. */
export const createBlock = rpc({
  context,
  name: 'create-block',
  permission: 'house',
  request: newBlock.extend({ idempotencyKey: uuid }),
  response: block,
  refusals: [
    'insufficient_permission',
    'idempotency_key_conflict',
    'block_not_found',
    'resource_not_found',
    'validation_failed',
    'invalid_window',
    'limit_reached',
    'block_conflict',
    'search_too_broad',
    'resource_locked',
  ],
  idempotent: true,
});

/** Blocks that overlap the period; dates are those of each resource. */
export const listBlocks = rpc({
  context,
  name: 'list-blocks',
  permission: 'read',
  request: pageRequest.extend({
    resourceId: uuid.optional(),
    from: moment.optional(),
    to: moment.optional(),
    kind: blockKind.optional(),
    imported: z.boolean().optional(),
  }),
  response: z.object({
    blocks: z.array(listedBlock),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: ['insufficient_permission', 'invalid_window'],
  idempotent: true,
});

/** `etag` is the version; `block` is null where the client knows it. */
export const readBlock = rpc({
  context,
  name: 'read-block',
  permission: 'read',
  request: z.object({ blockId: uuid, knownTags: z.array(z.string()).optional() }),
  response: z.object({ etag: z.string(), block: block.nullable() }),
  refusals: ['insufficient_permission', 'block_not_found'],
  idempotent: true,
});

/** There is no moment without the block, and a refusal changes nothing. `version_mismatch` has `currentVersion`. */
export const changeBlock = rpc({
  context,
  name: 'change-block',
  permission: 'house',
  request: blockChanges.extend({ blockId: uuid, ifMatch: z.array(z.string()).optional() }),
  response: block,
  refusals: [
    'insufficient_permission',
    'block_not_found',
    'version_mismatch',
    'validation_failed',
    'invalid_window',
    'limit_reached',
    'block_conflict',
    'search_too_broad',
    'resource_locked',
  ],
  idempotent: false,
});

export const deleteBlock = rpc({
  context,
  name: 'delete-block',
  permission: 'house',
  request: z.object({ blockId: uuid, ifMatch: z.array(z.string()).optional() }),
  response: z.object({}),
  refusals: ['insufficient_permission', 'block_not_found', 'version_mismatch', 'resource_locked'],
  idempotent: false,
});

/** More would be more than a page of the public list may hold. */
export const MAX_RESOURCE_BLOCKS = 10_000;

/**
 * A page of resources in their order, each with its blocks, its own and imported ones, that take one of the nights; `to` is
 * exclusive. `null` blocks: there are more than MAX_RESOURCE_BLOCKS.
 */
export const listResourceBlocks = rpc({
  context,
  name: 'list-resource-blocks',
  request: pageRequest.extend({
    from: localDate,
    to: localDate,
    roomTypeId: uuid.optional(),
    resourceIds: z.array(uuid).max(100).optional(),
  }),
  response: z.object({
    resources: z.array(
      z.object({
        resourceId: uuid,
        units: z.int(),
        timezone: z.string(),
        generic: z.boolean(),
      }),
    ),
    blocks: listOf(
      z.object({
        id: uuid,
        resourceId: uuid,
        from: localDate,
        to: localDate,
        startsAt: timestamp,
        endsAt: timestamp,
        units: z.int(),
        kind: z.enum([...blockKind.options, 'external']),
        note: z.string().nullable(),
        connectionId: uuid.nullable(),
        version: z.int().nullable(),
      }),
      MAX_RESOURCE_BLOCKS,
    ).nullable(),
    nextAfter: z.object({ createdAt: z.string(), id: uuid }).nullable(),
  }),
  refusals: [],
  idempotent: true,
  maxReplyBytes: MAX_CALENDAR_BYTES,
  calledFor: ['reservations.v1.read-occupancy'],
});
