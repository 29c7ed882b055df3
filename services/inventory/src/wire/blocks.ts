import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { externalBlock } from '@lodging/contract-inventory';
import type { ExternalBlock, replaceBlocks as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { BlockTimes } from '../domain/blocks/block.ts';
import type { ReplaceBlocks, TimedFeedEvent } from '../use-cases/blocks/replace-blocks.ts';

/**
 * A message may have 20,000 blocks. Checking all of them at once would block the event loop, and with it every other
 * request, for a large part of a second.
 */
const BLOCKS_PER_YIELD = 500;

/** Throws for a block that does not fit the contract. */
export async function replaceBlocksFromWire(request: RequestOf<typeof operation>): Promise<ReplaceBlocks> {
  const { connectionId, sequence, blocks, all = false, mappedTo } = request;
  const events: TimedFeedEvent[] = [];
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_YIELD) {
    for (const block of blocks.slice(from, from + BLOCKS_PER_YIELD)) events.push(blockFromWire(block));
    await yieldToEventLoop();
  }
  return { connectionId, sequence, events, all, mappedTo };
}

function blockFromWire(block: ExternalBlock): TimedFeedEvent {
  externalBlock.parse(block);
  const { key, resourceId, listingId, inboundEvent = key, startsAt, endsAt } = block;
  return {
    key,
    resourceId,
    listingId,
    // Postgres cannot store NUL in a text.
    inboundEvent: inboundEvent.replaceAll('\0', ''),
    startsAt,
    endsAt,
    times: timesFromWire(block),
  };
}

function timesFromWire({ key, dates, instants }: ExternalBlock): BlockTimes {
  if (dates !== undefined) return { dates };
  if (instants === undefined) throw new Error(`block ${key} has neither dates nor instants`);
  const [from, to] = instants;
  return { instants: [Temporal.Instant.from(from), Temporal.Instant.from(to)] };
}
