import type { AcceptedEvent } from './match-events.ts';
import { eventInstants, occupiedTime } from './occupied-time.ts';
import type { TargetResource } from './occupied-time.ts';

export interface MappedResource extends TargetResource {
  readonly listingId: string;
  readonly resourceId: string;
}

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

/** No more than inventory takes in one step. */
export const MOST = { blocks: 20_000, characters: 8_000_000 };
/** Of a block as it is written, beside its names. */
const BLOCK_CHARACTERS = 320;
export const TOO_MANY_BLOCKS = `The calendar's events come to more than ${MOST.blocks} over the resources it is mapped to. Map it to fewer.`;
export const NAMES_TOO_LONG = "The names of the calendar's events are too long for so many of them.";

/** Why all of it cannot be told in one step. Asked before any block is made: making them would be too much already. */
export function sizeProblem(
  events: readonly { readonly key: string; readonly shown?: string }[],
  places: readonly MappedResource[],
): string | undefined {
  if (events.length * places.length > MOST.blocks) return TOO_MANY_BLOCKS;
  const characters = events.reduce(
    (sum, { key, shown = key }) => sum + BLOCK_CHARACTERS + key.length + (shown === key ? 0 : shown.length),
    0,
  );
  return characters * places.length > MOST.characters ? NAMES_TOO_LONG : undefined;
}

const DAYS_BACK = 1;
const DAYS_AHEAD = 730;
const DAY_HOURS = 24;

export interface ImportedBlocks {
  readonly blocks: readonly Block[];
  /** How many events block something; of a feed that is mapped to nothing, how many would. */
  readonly count: number;
}

/** What was over before yesterday, or begins in more than two years, is nobody's concern. */
export function blocksFor(
  events: readonly AcceptedEvent[],
  places: readonly MappedResource[],
  now: Temporal.Instant,
): ImportedBlocks {
  const looked = places.length > 0 ? places : [SOMEWHERE];
  const found = events
    .map((event) => looked.flatMap((place) => blockOf(event, place, now) ?? []))
    .filter((blocks) => blocks.length > 0);
  return { blocks: places.length > 0 ? found.flat() : [], count: found.length };
}

const SOMEWHERE: MappedResource = { listingId: '', resourceId: '', kind: 'generic', timezone: 'UTC' };

function blockOf(event: AcceptedEvent, place: MappedResource, now: Temporal.Instant): Block | null {
  const taken = occupiedTime(event, place);
  if (taken === null) return null;
  const span = eventInstants(event, place);
  const first = now.subtract({ hours: DAYS_BACK * DAY_HOURS });
  const last = now.add({ hours: DAYS_AHEAD * DAY_HOURS });
  if (Temporal.Instant.compare(span.to, first) <= 0) return null;
  if (Temporal.Instant.compare(span.from, last) >= 0) return null;
  const [from, to] = [instantText(span.from), instantText(span.to)];
  return {
    key: event.key,
    listingId: place.listingId,
    resourceId: place.resourceId,
    inboundEvent: event.shown,
    ...(taken.kind === 'dates'
      ? { dates: [taken.from.toString(), taken.to.toString()] }
      : { instants: [from, to] }),
    startsAt: from,
    endsAt: to,
  };
}

function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
