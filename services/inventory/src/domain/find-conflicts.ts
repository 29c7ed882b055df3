import type { Span } from './stay.ts';

export interface TakenClaim extends Span {
  /** Null for a block, and for a stay whose guest has left. */
  readonly reservationId: string | null;
  readonly units: number;
}

export interface Conflict<Block> {
  readonly block: Block;
  readonly reservationId: string;
}

/** `taken` is everything on the resource that is not over, the new blocks with it. Only what is to come counts. */
export function findConflicts<Block extends Span>(
  blocks: readonly Block[],
  { taken, units, now }: { taken: readonly TakenClaim[]; units: number; now: number },
): Conflict<Block>[] {
  const stays = taken
    .flatMap(({ reservationId, start, end }) =>
      reservationId === null ? [] : [{ reservationId, start, end }],
    )
    .toSorted((one, other) => one.start - other.start);
  if (stays.length === 0) return [];
  const longest = stays.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const over = overbooked(taken, units);
  return blocks.flatMap((block) => {
    const nearby = stays.slice(
      firstAt(stays, ({ start }) => start > block.start - longest),
      firstAt(stays, ({ start }) => start >= block.end),
    );
    return nearby.flatMap(({ reservationId, start, end }) => {
      const shared = { start: Math.max(block.start, start, now), end: Math.min(block.end, end) };
      return shared.start < shared.end && touches(over, shared) ? [{ block, reservationId }] : [];
    });
  });
}

/** The stretches in which more units are taken than there are, in order and apart from one another. */
function overbooked(taken: readonly TakenClaim[], units: number): Span[] {
  const changes = taken
    .flatMap(({ start, end, units: by }) => [
      { at: start, by },
      { at: end, by: -by },
    ])
    .toSorted((one, other) => one.at - other.at || one.by - other.by);
  const found: Span[] = [];
  let level = 0;
  let since: number | undefined;
  for (const { at, by } of changes) {
    level += by;
    if (level > units) since ??= at;
    else if (since !== undefined) {
      if (since < at) found.push({ start: since, end: at });
      since = undefined;
    }
  }
  return found;
}

function touches(spans: readonly Span[], { start, end }: Span): boolean {
  const next = spans[firstAt(spans, (span) => span.end > start)];
  return next !== undefined && next.start < end;
}

/** Where the first item is of which `holds` is true, in a list in which it is true of all that follow. */
function firstAt<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
