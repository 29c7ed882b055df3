import { timeKey } from './match-events.ts';
import type { AcceptedEvent } from './match-events.ts';

/** Events that block something, between the snapshot before and the one that is accepted. */
export interface EventChanges {
  readonly added: number;
  readonly moved: number;
  readonly removed: number;
}

export const NO_CHANGES: EventChanges = { added: 0, moved: 0, removed: 0 };

/** An event is the same under the key of its blocks. */
export function changesBetween(
  before: readonly AcceptedEvent[],
  now: readonly AcceptedEvent[],
): EventChanges {
  const times = new Map(before.map(({ key, when }) => [key, timeKey(when)]));
  const known = now.filter(({ key }) => times.has(key));
  return {
    added: now.length - known.length,
    moved: known.filter(({ key, when }) => times.get(key) !== timeKey(when)).length,
    removed: before.length - known.length,
  };
}
