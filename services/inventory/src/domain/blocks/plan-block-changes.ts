import type { ImportedBlock, StoredBlock } from './block.ts';

export interface BlockUpdate {
  readonly stored: StoredBlock;
  readonly imported: ImportedBlock;
}

export interface BlockChanges {
  readonly added: readonly ImportedBlock[];
  /** Other dates. */
  readonly moved: readonly BlockUpdate[];
  /** The same dates with another key or other details. */
  readonly relabelled: readonly BlockUpdate[];
  readonly removed: readonly StoredBlock[];
  /** The number of blocks whose dates stay as they are. */
  readonly kept: number;
}

interface Rules {
  /** The current time on the axis of a resource. */
  readonly nowAt: (resourceId: string) => number;
  /** True if the connection no longer covers the resource: blocks that have begun are removed, too. */
  readonly removesBegun: (resourceId: string) => boolean;
}

/**
 * The changes that turn the stored blocks into the imported ones. A block that is over is neither added nor removed. A block
 * that has begun and is missing from the feed is kept, because feeds drop events that have begun; new dates of such a block
 * are applied, even where they make it end in the past.
 */
export function planBlockChanges(
  stored: readonly StoredBlock[],
  imported: readonly ImportedBlock[],
  { nowAt, removesBegun }: Rules,
): BlockChanges {
  const isOver = (block: ImportedBlock): boolean => block.end <= nowAt(block.resourceId);
  const importedByName = new Map(imported.map((block) => [nameOf(block), block]));
  const storedByName = new Map(stored.map((block) => [nameOf(block), block]));
  const pairs = stored.flatMap((block): BlockUpdate[] => {
    const match = importedByName.get(nameOf(block));
    return match === undefined || (isOver(match) && isOver(block))
      ? []
      : [{ stored: block, imported: match }];
  });
  const unmatched = [...importedByName.values()].filter(
    (block) => !storedByName.has(nameOf(block)) && !isOver(block),
  );
  const gone = stored.filter((block) => !importedByName.has(nameOf(block)) && !isOver(block));
  const { rekeyed, added, missing } = matchByDates(gone, unmatched);
  const removed = missing.filter(
    ({ resourceId, start }) => removesBegun(resourceId) || start > nowAt(resourceId),
  );

  const [same, moved] = partition([...pairs, ...rekeyed], haveSameDates);
  const relabelled = same.filter((pair) => !haveSameDetails(pair));
  return { added, moved, relabelled, removed, kept: same.length + missing.length - removed.length };
}

/** Unique within a connection. */
function nameOf({ resourceId, key }: ImportedBlock): string {
  return `${resourceId} ${key}`;
}

/** A new event with the dates of a missing one is the same event: some calendars generate new UIDs every day. */
function matchByDates(gone: readonly StoredBlock[], unmatched: readonly ImportedBlock[]) {
  const goneByDates = Map.groupBy(gone, datesOf);
  const rekeyed: BlockUpdate[] = [];
  const added: ImportedBlock[] = [];
  for (const imported of unmatched) {
    const stored = goneByDates.get(datesOf(imported))?.shift();
    if (stored === undefined) added.push(imported);
    else rekeyed.push({ stored, imported });
  }
  return { rekeyed, added, missing: [...goneByDates.values()].flat() };
}

function datesOf({ resourceId, start, end }: ImportedBlock): string {
  return `${resourceId} ${start} ${end}`;
}

function haveSameDates({ stored, imported }: BlockUpdate): boolean {
  return stored.start === imported.start && stored.end === imported.end;
}

const DETAILS = ['key', 'listingId', 'inboundEvent', 'startsAt', 'endsAt'] as const;

function haveSameDetails({ stored, imported }: BlockUpdate): boolean {
  return DETAILS.every((detail) => stored[detail] === imported[detail]);
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(items, (item) => (holds(item) ? 'yes' : 'no'));
  return [yes, no];
}
