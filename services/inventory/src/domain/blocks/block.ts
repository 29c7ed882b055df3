import { DAY_MS } from '../time/day-number.ts';
import { isGeneric } from '../time/resource-kind.ts';
import { stayAt } from '../time/stay.ts';
import type { ResourceAxis, ResourceUnits, Span } from '../time/stay.ts';

/** Local dates with an exclusive end, or instants. */
export type BlockTimes =
  | { readonly dates: readonly [string, string] }
  | { readonly instants: readonly [Temporal.Instant, Temporal.Instant] };

/** One event of a feed over one resource. */
export interface FeedEvent {
  /** Identifies the event within its connection and resource. */
  readonly key: string;
  readonly resourceId: string;
  readonly listingId: string;
  /** The event as a conflict shows it. */
  readonly inboundEvent: string;
  /** The event's own times, for a conflict. */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A feed event on the axis of its resource. */
export interface ImportedBlock extends FeedEvent, Span {}

export interface StoredBlock extends ImportedBlock {
  readonly id: string;
  /** The number of date changes. */
  readonly revision: number;
  readonly claimIds: readonly string[];
}

/** A resource with the current time on its axis. */
export interface BlockedResource extends ResourceUnits {
  readonly now: number;
}

/** Instants of a lodging resource become local dates; dates of a generic resource begin at its local midnight. */
export function blockSpan(resource: ResourceAxis, times: BlockTimes): Span {
  if ('instants' in times) return stayAt(resource, { from: times.instants[0], to: times.instants[1] }).span;
  const zone = isGeneric(resource) ? resource.timezone : 'UTC';
  const [start, end] = times.dates.map(
    (date) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
  );
  return { start: start ?? 0, end: end ?? 0 };
}

/** The current time on the axis of the resource: for lodging the local date and time, read as if it were UTC. */
export function nowOnAxis(resource: ResourceAxis, now: Temporal.Instant): number {
  if (isGeneric(resource)) return now.epochMilliseconds;
  const local = now.toZonedDateTimeISO(resource.timezone).toPlainDateTime();
  return local.toZonedDateTime('UTC').epochMilliseconds;
}

/** Below the 400 days that a claim may last. */
export const MAX_CLAIM_SPAN_MS = 366 * DAY_MS;
/** Bookings end at most ten years ahead, and availability of more than a year ago is not needed. */
const PAST_MS = 366 * DAY_MS;
const AHEAD_MS = 20 * MAX_CLAIM_SPAN_MS;

/** The spans of the claims of a block: as many as its length needs, from one year ago to twenty years ahead. */
export function claimSpans({ start, end }: Span, now: number): Span[] {
  const first = Math.max(start, Math.min(now - PAST_MS, end - MAX_CLAIM_SPAN_MS));
  const last = Math.min(end, Math.max(now + AHEAD_MS, start + MAX_CLAIM_SPAN_MS));
  const count = Math.ceil((last - first) / MAX_CLAIM_SPAN_MS);
  return Array.from({ length: count }, (_, index) => ({
    start: first + index * MAX_CLAIM_SPAN_MS,
    end: Math.min(last, first + (index + 1) * MAX_CLAIM_SPAN_MS),
  }));
}
