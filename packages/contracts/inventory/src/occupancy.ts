import { instant, localDate, MAX_CALENDAR_BYTES, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { resourceKind } from './records.ts';

const context = 'inventory';

/**
 * Confirmed stays and external blocks of a resource that overlap the window, in the order of their starts, and the first
 * 20,000 of them: a longer calendar lacks those that begin last. Lodging entries have `dates` (`to` exclusive), generic ones
 * `instants`; the other one is null.
 */
export const listOccupancy = rpc({
  context,
  name: 'list-occupancy',
  request: z.object({ resourceId: uuid, from: instant, to: instant, excludeConnectionId: uuid.optional() }),
  response: z.object({
    resource: z.object({ id: uuid, kind: resourceKind, name: z.string(), timezone: z.string() }),
    entries: z.array(
      z.object({
        /** Never changes for a stay or a block. */
        id: uuid,
        kind: z.enum(['reservation', 'external_block']),
        dates: z.object({ from: localDate, to: localDate }).nullable(),
        instants: z.object({ from: z.string(), to: z.string() }).nullable(),
        /** When its dates last changed. */
        changedAt: z.string(),
        /** How often its dates changed. */
        sequence: z.int(),
      }),
    ),
  }),
  refusals: ['resource_not_found'],
  idempotent: true,
  maxReplyBytes: MAX_CALENDAR_BYTES,
  calledBy: ['channels'],
});

/** One event of a feed on one resource. */
export const externalBlock = z.object({
  /** Identifies the event within its connection and resource, also after a change of its dates. */
  key: text({ min: 1, max: 300 }),
  listingId: uuid,
  resourceId: uuid,
  /** The event as a conflict shows it: its UID and its RECURRENCE-ID. The key where it is missing. */
  inboundEvent: z.string().max(300).optional(),
  /** Local dates with an exclusive end. Exactly one of `dates` and `instants` is set. */
  dates: z.tuple([localDate, localDate]).optional(),
  instants: z.tuple([instant, instant]).optional(),
  /** The event's own times, as a conflict shows them. */
  startsAt: z.string(),
  endsAt: z.string(),
});
export type ExternalBlock = z.infer<typeof externalBlock>;

/** The limits of one sync: a message must fit into the memory of both services beside their other work. */
export const MAX_BLOCKS = 20_000;
export const MAX_BLOCK_BYTES = 8_000_000;

/**
 * Replaces all blocks of a connection in one commit. A missing block is removed unless it has begun. A block that takes more
 * units than the resource has is stored, too, and publishes `block.conflicted`, once for each block, reservation and dates.
 * A new key with the dates of a missing block is the same block.
 */
export const replaceBlocks = rpc({
  context,
  name: 'replace-blocks',
  request: z.object({
    connectionId: uuid,
    /** Orders the syncs of one connection: one below the last sequence changes nothing and has all blocks as kept. */
    sequence: z.int(),
    /** The receiver checks them in parts, because checking 20,000 at once would block its event loop. */
    blocks: z.array(z.custom<ExternalBlock>()).max(MAX_BLOCKS),
    /** Removes missing blocks that have begun, too: the connection is deleted. */
    all: z.boolean().optional(),
    /** The resources that the connection still covers: missing blocks on others are removed, also those that have begun. */
    mappedTo: z.array(uuid).optional(),
  }),
  response: z.object({ added: z.int(), moved: z.int(), removed: z.int(), kept: z.int() }),
  refusals: ['resource_not_found', 'resource_locked'],
  idempotent: true,
  maxRequestBytes: MAX_CALENDAR_BYTES,
  calledBy: ['channels'],
});
