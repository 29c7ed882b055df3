import { instantText } from '@lodging/kernel';
import { timeKey } from './match-events.ts';
import type { AcceptedEvent } from './match-events.ts';
import { eventInstants, occupiedTime } from '../feeds/occupied-time.ts';
import type { TargetResource } from '../feeds/occupied-time.ts';

/** A resource to which a connection is mapped by a listing. */
export interface MappedResource extends TargetResource {
  readonly listingId: string;
  readonly resourceId: string;
}

/** The time that an event takes from one resource. Dates are `YYYY-MM-DD`, the second one exclusive; instants RFC 3339 in UTC. */
export interface Block {
  readonly key: string;
  readonly listingId: string;
  readonly resourceId: string;
  readonly inboundEvent: string;
  readonly dates?: [string, string];
  readonly instants?: [string, string];
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The maximum that inventory accepts in one step. */
export const STEP_LIMIT = { blocks: 20_000, bytes: 8_000_000 };
/** Of a block as JSON, without its names. */
const BLOCK_BYTES = 320;
const TOO_MANY_BLOCKS = `The calendar's events come to more than ${STEP_LIMIT.blocks} over the resources it is mapped to. Map it to fewer.`;
const NAMES_TOO_LONG = "The names of the calendar's events are too long for so many of them.";

/**
 * Why the events do not fit into one step of inventory, if they do not. Computed from their number and names alone, because
 * building the blocks of too many events would exhaust the memory.
 */
export function sizeProblem(
  events: readonly { readonly key: string; readonly shown?: string }[],
  resources: readonly MappedResource[],
): string | undefined {
  if (events.length * resources.length > STEP_LIMIT.blocks) return TOO_MANY_BLOCKS;
  const bytes = events.reduce(
    (sum, { key, shown = key }) => sum + BLOCK_BYTES + bytesOf(key) + (shown === key ? 0 : bytesOf(shown)),
    0,
  );
  return bytes * resources.length > STEP_LIMIT.bytes ? NAMES_TOO_LONG : undefined;
}

/** Of a text in JSON, without its quotes. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

const DAYS_BACK = 1;
const DAYS_AHEAD = 730;
const DAY_HOURS = 24;

export interface ImportedBlocks {
  readonly blocks: readonly Block[];
  /** Those that block something; for a connection without listings, that would block a generic resource in UTC. */
  readonly blocking: readonly AcceptedEvent[];
}

/** Events that ended before yesterday, or begin in more than two years, block nothing. */
export function blocksFor(
  events: readonly AcceptedEvent[],
  resources: readonly MappedResource[],
  now: Temporal.Instant,
): ImportedBlocks {
  const isMapped = resources.length > 0;
  const targets = (isMapped ? resources : [UNMAPPED]).map((resource) => ({
    resource,
    timesOf: blockTimes(resource, now),
  }));
  const found = events
    .map((event) => ({ event, blocks: targets.flatMap((target) => blockOf(event, target) ?? []) }))
    .filter(({ blocks }) => blocks.length > 0);
  return {
    blocks: isMapped ? found.flatMap(({ blocks }) => blocks) : [],
    blocking: found.map(({ event }) => event),
  };
}

const UNMAPPED: MappedResource = { listingId: '', resourceId: '', kind: 'generic', timezone: 'UTC' };

interface Target {
  readonly resource: MappedResource;
  readonly timesOf: (event: AcceptedEvent) => BlockTimes | null;
}

function blockOf(event: AcceptedEvent, { resource, timesOf }: Target): Block | null {
  const times = timesOf(event);
  if (times === null) return null;
  const { listingId, resourceId } = resource;
  return { key: event.key, listingId, resourceId, inboundEvent: event.shown, ...times };
}

type BlockTimes = Pick<Block, 'dates' | 'instants' | 'startsAt' | 'endsAt'>;

/** Time zones are slow, and thousands of events share a few hundred times: each time is computed once. */
function blockTimes(resource: MappedResource, now: Temporal.Instant): Target['timesOf'] {
  const bounds = {
    earliest: now.subtract({ hours: DAYS_BACK * DAY_HOURS }),
    latest: now.add({ hours: DAYS_AHEAD * DAY_HOURS }),
  };
  const computed = new Map<string, BlockTimes | null>();
  return (event) => {
    const key = timeKey(event.when);
    const known = computed.get(key);
    if (known !== undefined) return known;
    const times = timesWithin(event, resource, bounds);
    computed.set(key, times);
    return times;
  };
}

function timesWithin(
  event: AcceptedEvent,
  resource: MappedResource,
  { earliest, latest }: { readonly earliest: Temporal.Instant; readonly latest: Temporal.Instant },
): BlockTimes | null {
  const occupied = occupiedTime(event, resource);
  if (occupied === null) return null;
  const { from, to } = eventInstants(event, resource);
  if (Temporal.Instant.compare(to, earliest) <= 0) return null;
  if (Temporal.Instant.compare(from, latest) >= 0) return null;
  const [startsAt, endsAt] = [instantText(from), instantText(to)];
  return {
    ...(occupied.kind === 'dates'
      ? { dates: [occupied.from.toString(), occupied.to.toString()] }
      : { instants: [startsAt, endsAt] }),
    startsAt,
    endsAt,
  };
}
