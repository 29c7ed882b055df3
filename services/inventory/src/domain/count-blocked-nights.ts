import type { Days } from './paint-days.ts';

export interface Block extends Days {
  readonly units: number;
}

export function countBlockedNights(blocks: readonly Block[], units: number, days: Days): number {
  const changes = blocks
    .map((block) => ({
      ...block,
      first: Math.max(block.first, days.first),
      end: Math.min(block.end, days.end),
    }))
    .filter(({ first, end }) => first < end)
    .flatMap((block) => [
      { at: block.first, by: block.units },
      { at: block.end, by: -block.units },
    ])
    .toSorted((one, other) => one.at - other.at);
  let [blocked, level, since] = [0, 0, days.first];
  for (const { at, by } of changes) {
    blocked += Math.min(level, units) * (at - since);
    level += by;
    since = at;
  }
  return blocked;
}
