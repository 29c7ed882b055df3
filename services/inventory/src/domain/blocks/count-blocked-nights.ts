import type { DayRange } from '../time/range-by-day.ts';

export interface BlockedDays extends DayRange {
  readonly units: number;
}

/** Unit-nights of the range that are blocked; on each night at most `units`. */
export function countBlockedNights(blocks: readonly BlockedDays[], units: number, days: DayRange): number {
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
  let [nights, used, since] = [0, 0, days.first];
  for (const { at, by } of changes) {
    nights += Math.min(used, units) * (at - since);
    used += by;
    since = at;
  }
  return nights;
}
