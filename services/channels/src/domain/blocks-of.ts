// Owns what a feed's events take from the resources it is mapped to: one block for each event and resource.
import type { KnownEvent } from './keep-keys.ts';
import { spanOf, toNights } from './to-nights.ts';
import type { TakenResource } from './to-nights.ts';

export interface Place extends TakenResource {
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

const DAYS_BACK = 1;
const DAYS_AHEAD = 730;
const DAY_HOURS = 24;

/** What was over before yesterday, or begins in more than two years, is nobody's concern. */
export function blocksOf(
  events: readonly KnownEvent[],
  places: readonly Place[],
  now: Temporal.Instant,
): Block[] {
  return events.flatMap((event) =>
    places.flatMap((place) => {
      const block = blockOf(event, place, now);
      return block === null ? [] : [block];
    }),
  );
}

/** How many events block something; of a feed that is mapped to nothing, how many would. */
export function countBlocking(
  events: readonly KnownEvent[],
  places: readonly Place[],
  now: Temporal.Instant,
): number {
  const looked = places.length > 0 ? places : [SOMEWHERE];
  return events.filter((event) => looked.some((place) => blockOf(event, place, now) !== null)).length;
}

const SOMEWHERE: Place = { listingId: '', resourceId: '', kind: 'generic', timezone: 'UTC' };

function blockOf(event: KnownEvent, place: Place, now: Temporal.Instant): Block | null {
  const taken = toNights(event, place);
  if (taken === null) return null;
  const span = spanOf(event, place);
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
