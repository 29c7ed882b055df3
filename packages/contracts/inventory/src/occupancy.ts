import { instant, localDate, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { resourceKind } from './records.ts';

const context = 'inventory';

/**
 * Confirmed stays and external blocks of a resource that overlap the window, for a feed. Lodging entries carry dates
 * (`to` exclusive), generic ones instants; exactly one of the pairs is set.
 */
export const listOccupancy = rpc({
  context,
  name: 'list-occupancy',
  request: z.object({ resourceId: uuid, from: instant, to: instant, excludeConnectionId: uuid.optional() }),
  response: z.object({
    resource: z.object({ id: uuid, kind: resourceKind, name: z.string(), timezone: z.string() }),
    entries: z.array(
      z.object({
        /** Stable for the life of the stay or the block. */
        id: uuid,
        kind: z.enum(['reservation', 'external_block']),
        dates: z.object({ from: localDate, to: localDate }).nullable(),
        instants: z.object({ from: z.string(), to: z.string() }).nullable(),
        /** When it was last changed, and how often. */
        changedAt: z.string(),
        sequence: z.int(),
      }),
    ),
  }),
  refusals: ['resource_not_found'],
  idempotent: true,
});

/** One event of a feed over one resource. `key` names it within its connection, also after its dates moved. */
export const externalBlock = z.object({
  key: text({ min: 1, max: 300 }),
  listingId: uuid,
  resourceId: uuid,
  /** The event as a conflict shows it: its UID, and its recurrence where it has one. Left out where the key says it. */
  inboundEvent: z.string().max(300).optional(),
  /** Lodging: local dates, `to` exclusive. Generic: instants. Exactly one of the pairs is set. */
  dates: z.tuple([localDate, localDate]).optional(),
  instants: z.tuple([instant, instant]).optional(),
  /** The event's own times, for the conflict. */
  startsAt: z.string(),
  endsAt: z.string(),
});
export type ExternalBlock = z.infer<typeof externalBlock>;

/**
 * What goes over in one step has to fit into the memory of either side beside everybody else's work: so many blocks, and so
 * many characters as they are written.
 */
export const MOST_BLOCKS = 20_000;
export const MOST_BLOCK_CHARACTERS = 8_000_000;

/**
 * Makes the blocks of a connection those given, in one step: what is new is added, what moved is moved, what is gone and
 * has not begun is freed. Blocks never refuse: one that takes more units than there are opens a conflict
 * (`block.conflicted`), once per block and reservation and dates. `sequence` orders the steps of one connection: an older
 * one than the last is ignored, and answered with all blocks kept. A new key over the very dates of a block that is gone
 * is that block. `all` frees what has begun, too, where it is not given: for a connection that is deleted. `mappedTo` says
 * which resources the connection still speaks for: of any other, all that it blocked is freed, too.
 */
export const replaceBlocks = rpc({
  context,
  name: 'replace-blocks',
  request: z.object({
    connectionId: uuid,
    sequence: z.int(),
    /** Checked by whoever takes them in, some at a time: all of them in one go would keep everybody else waiting. */
    blocks: z.array(z.custom<ExternalBlock>()).max(MOST_BLOCKS),
    all: z.boolean().optional(),
    mappedTo: z.array(uuid).optional(),
  }),
  response: z.object({ added: z.int(), moved: z.int(), removed: z.int(), kept: z.int() }),
  refusals: ['resource_not_found', 'resource_locked'],
  idempotent: true,
});
