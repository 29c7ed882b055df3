import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';
import { stayAt } from './stay.ts';
import type { Span } from './stay.ts';

/** One event of a feed over one resource, as its connection gives it. */
export interface WantedBlock extends Span {
  /** Names the event within its connection. */
  readonly key: string;
  readonly resourceId: string;
  readonly listingId: string;
  readonly inboundEvent: string;
  /** The event's own times, for a conflict. */
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface KnownBlock extends WantedBlock {
  readonly id: string;
  readonly revision: number;
  readonly claimIds: readonly string[];
}

export interface Place {
  readonly kind: ResourceKind;
  readonly timezone: string;
  readonly units: number;
}

type Times =
  | { readonly dates: readonly [string, string] }
  | { readonly instants: readonly [Temporal.Instant, Temporal.Instant] };

/** The other kind of times than the resource's own is read in its time zone. */
export function blockSpan(place: Place, times: Times): Span {
  if ('instants' in times) return stayAt(place, { from: times.instants[0], to: times.instants[1] }).span;
  const zone = isGeneric(place) ? place.timezone : 'UTC';
  const [start, end] = times.dates.map(
    (date) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
  );
  return { start: start ?? 0, end: end ?? 0 };
}

/** This moment on the axis of the resource: for lodging, what its clock on the wall shows, as if it were UTC. */
export function nowAt(place: Pick<Place, 'kind' | 'timezone'>, now: Temporal.Instant): number {
  if (isGeneric(place)) return now.epochMilliseconds;
  const wall = now.toZonedDateTimeISO(place.timezone).toPlainDateTime();
  return wall.toZonedDateTime('UTC').epochMilliseconds;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Below the 400 days that a claim may last. */
const PART_MS = 366 * DAY_MS;
/** Nobody can book beyond ten years, and nobody asks what stood in the way before last year. */
const BACK_MS = 366 * DAY_MS;
const AHEAD_MS = 20 * PART_MS;

/** The claims of a block: as many as its length needs, and no more than matter, however long the event says it is. */
export function partsOf({ start, end }: Span, now: number): Span[] {
  const first = Math.max(start, Math.min(now - BACK_MS, end - PART_MS));
  const last = Math.min(end, Math.max(now + AHEAD_MS, start + PART_MS));
  const count = Math.ceil((last - first) / PART_MS);
  return Array.from({ length: count }, (_, index) => ({
    start: first + index * PART_MS,
    end: Math.min(last, first + (index + 1) * PART_MS),
  }));
}
