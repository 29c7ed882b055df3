import type { LocalDays } from '../stay/local-days.ts';
import type { DayRange } from '../stay/stay-nights.ts';

/** The nights of a no-show are free again from the local date on which it was recorded. */
export function soldNights(
  { freedAt = null }: { readonly freedAt?: number | null },
  inside: DayRange,
  localDay: LocalDays,
): DayRange {
  if (freedAt === null) return inside;
  return { first: inside.first, end: Math.max(inside.first, Math.min(inside.end, localDay(freedAt))) };
}
