import type { Span } from '../time/stay.ts';

/** A claim that takes units, of a stay or of a block. */
export interface ActiveClaim extends Span {
  /** Null for a block, and for a stay whose guest has left. */
  readonly reservationId: string | null;
  readonly units: number;
}

export interface Conflict<Block> {
  readonly block: Block;
  readonly reservationId: string;
}

/**
 * The stays that overlap a new block at a future moment at which more units are taken than the resource has. `claims` are
 * all claims on the resource that are not over, those of the blocks included.
 */
export function findConflicts<Block extends Span>(
  blocks: readonly Block[],
  { claims, units, now }: { claims: readonly ActiveClaim[]; units: number; now: number },
): Conflict<Block>[] {
  const stays = claims
    .flatMap(({ reservationId, start, end }) =>
      reservationId === null ? [] : [{ reservationId, start, end }],
    )
    .toSorted((one, other) => one.start - other.start);
  if (stays.length === 0) return [];
  const longest = stays.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const overbooked = overbookedSpans(claims, units);
  return blocks.flatMap((block) => {
    const nearby = stays.slice(
      firstIndex(stays, ({ start }) => start > block.start - longest),
      firstIndex(stays, ({ start }) => start >= block.end),
    );
    return nearby.flatMap(({ reservationId, start, end }) => {
      const shared = { start: Math.max(block.start, start, now), end: Math.min(block.end, end) };
      return shared.start < shared.end && overlapsAny(overbooked, shared) ? [{ block, reservationId }] : [];
    });
  });
}

/** The spans in which more units are taken than the resource has, in order and disjoint. */
function overbookedSpans(claims: readonly ActiveClaim[], units: number): Span[] {
  const changes = claims
    .flatMap(({ start, end, units: by }) => [
      { at: start, by },
      { at: end, by: -by },
    ])
    .toSorted((one, other) => one.at - other.at || one.by - other.by);
  const spans: Span[] = [];
  let used = 0;
  let since: number | undefined;
  for (const { at, by } of changes) {
    used += by;
    if (used > units) since ??= at;
    else if (since !== undefined) {
      if (since < at) spans.push({ start: since, end: at });
      since = undefined;
    }
  }
  return spans;
}

function overlapsAny(spans: readonly Span[], { start, end }: Span): boolean {
  const next = spans[firstIndex(spans, (span) => span.end > start)];
  return next !== undefined && next.start < end;
}

/** Binary search: the index of the first item for which `holds` is true; it must be true for all items after it. */
function firstIndex<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
