import type { KnownBlock, WantedBlock } from './block.ts';

export interface ChangedBlock {
  readonly known: KnownBlock;
  readonly wanted: WantedBlock;
}

export interface BlockPlan {
  readonly added: readonly WantedBlock[];
  /** Other dates. */
  readonly moved: readonly ChangedBlock[];
  /** The same dates under another key, or with other words. */
  readonly renamed: readonly ChangedBlock[];
  readonly removed: readonly KnownBlock[];
  /** How many stand as before. */
  readonly kept: number;
}

interface Rules {
  /** This moment on the axis of a resource. */
  readonly nowAt: (resourceId: string) => number;
  /** Whether what has begun is freed over this resource, too: nobody speaks for it any more. */
  readonly isGivenUp: (resourceId: string) => boolean;
}

/**
 * What is over is neither added nor freed. What began and is given no more stays, because feeds forget what has begun;
 * an event that says itself that it is over by now is believed, though.
 */
export function planBlocks(
  known: readonly KnownBlock[],
  wanted: readonly WantedBlock[],
  { nowAt, isGivenUp }: Rules,
): BlockPlan {
  const isOver = (block: WantedBlock): boolean => block.end <= nowAt(block.resourceId);
  const given = new Map(wanted.map((block) => [nameOf(block), block]));
  const byName = new Map(known.map((block) => [nameOf(block), block]));
  const pairs = known.flatMap((block): ChangedBlock[] => {
    const match = given.get(nameOf(block));
    return match === undefined || (isOver(match) && isOver(block)) ? [] : [{ known: block, wanted: match }];
  });
  const fresh = [...given.values()].filter((block) => !byName.has(nameOf(block)) && !isOver(block));
  const gone = known.filter((block) => !given.has(nameOf(block)) && !isOver(block));
  const { rekeyed, added, missing } = matchByDates(gone, fresh);
  const removed = missing.filter(
    ({ resourceId, start }) => isGivenUp(resourceId) || start > nowAt(resourceId),
  );

  const [same, moved] = partition([...pairs, ...rekeyed], haveSameDates);
  const renamed = same.filter((pair) => !haveSameWords(pair));
  return { added, moved, renamed, removed, kept: same.length + missing.length - removed.length };
}

/** A name that no other event over another resource can have. */
function nameOf({ resourceId, key }: WantedBlock): string {
  return `${resourceId} ${key}`;
}

/** A new event over the very dates of one that is gone is the same event: some calendars name theirs anew each day. */
function matchByDates(gone: readonly KnownBlock[], fresh: readonly WantedBlock[]) {
  const waiting = Map.groupBy(gone, datesOf);
  const rekeyed: ChangedBlock[] = [];
  const added: WantedBlock[] = [];
  for (const wanted of fresh) {
    const known = waiting.get(datesOf(wanted))?.shift();
    if (known === undefined) added.push(wanted);
    else rekeyed.push({ known, wanted });
  }
  return { rekeyed, added, missing: [...waiting.values()].flat() };
}

function datesOf({ resourceId, start, end }: WantedBlock): string {
  return `${resourceId} ${start} ${end}`;
}

function haveSameDates({ known, wanted }: ChangedBlock): boolean {
  return known.start === wanted.start && known.end === wanted.end;
}

const WORDS = ['key', 'listingId', 'inboundEvent', 'startsAt', 'endsAt'] as const;

function haveSameWords({ known, wanted }: ChangedBlock): boolean {
  return WORDS.every((word) => known[word] === wanted[word]);
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(items, (item) => (holds(item) ? 'yes' : 'no'));
  return [yes, no];
}
