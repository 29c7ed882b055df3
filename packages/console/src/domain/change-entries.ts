interface DatedChange {
  readonly id: string;
  readonly createdAt: string;
}

interface DatedEntry {
  readonly at: string;
  readonly action: string;
}

/** What the history says of a change first: it was made, or it awaits its payment. */
const FIRST = ['changed', 'relocated', 'change_awaits_payment'];

/**
 * The entry of the history with which each change began, by the id of the change. A booking has one change at a time, so it is
 * the first one after the change was made, and before the next change was.
 */
export function entriesOfChanges<Entry extends DatedEntry>(
  changes: readonly DatedChange[],
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  const first = entries
    .filter(({ action }) => FIRST.includes(action))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const ordered = changes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  for (const [index, { id, createdAt }] of ordered.entries()) {
    const next = ordered[index + 1]?.createdAt;
    const entry = first.find(({ at }) => at >= createdAt && (next === undefined || at < next));
    if (entry !== undefined) found.set(id, entry);
  }
  return found;
}
