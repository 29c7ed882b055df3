import { MAX_CLAIM_MS } from '../../domain/claims/claim.ts';
import type { Span } from '../../domain/time/stay.ts';

const MAX_INSTANT_MS = Temporal.Instant.from('9999-12-31T00:00:00Z').epochMilliseconds;

export interface SpanBounds {
  readonly start: string;
  readonly end: string;
  readonly maxEnd: string;
}

/**
 * The parameters of OVERLAPS_SPAN. A span longer than any claim is cut: the request that has it is refused whatever is
 * taken.
 */
export function spanBounds({ start, end }: Span): SpanBounds {
  const cut = Math.min(end, start + MAX_CLAIM_MS);
  return { start: timestampOf(start), end: timestampOf(cut), maxEnd: timestampOf(cut + MAX_CLAIM_MS) };
}

/** Postgres and Temporal write years after 9999 differently. */
export function timestampOf(epochMilliseconds: number): string {
  return new Date(Math.min(epochMilliseconds, MAX_INSTANT_MS)).toISOString();
}

/**
 * The condition of a claim `c` that overlaps the span, in terms of the index `claims_by_end` on
 * (tenant_id, resource_id, ends_at, starts_at). The longest claim bounds `ends_at` from above, which keeps the scan short.
 * Range operators are not leakproof, so under row level security an index on `during` would not be used.
 */
export const OVERLAPS_SPAN = 'c.ends_at > $start AND c.ends_at <= $maxEnd AND c.starts_at < $end';

/** A claim `c` that takes its units: expired leases do not, by the clock of the database. */
export const IS_ACTIVE = `(c.state = 'confirmed' OR c.expires_at > now())`;

/** The instant in whole milliseconds. An instant has at most microseconds, so that half of one rounds nothing up. */
export function epochMilliseconds(instant: string): string {
  return `floor(date_part('epoch', ${instant}) * 1000 + 0.0005)::bigint`;
}
