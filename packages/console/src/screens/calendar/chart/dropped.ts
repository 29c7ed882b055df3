import { addDays } from '@lodging/format';
import type { Resources } from '../../../api/queries/resources.ts';
import { movedBy } from '../../../domain/stay-move.ts';
import { localDate } from '../../../ui/when.tsx';
import type { Drop, MovedBar } from './chart-actions.ts';

/** The nights of a bar that was moved, as dates of its begin and its end; null where nothing has changed. */
export function dropOf(
  { entry, part, fromId, resourceId, days }: MovedBar,
  resources: Resources,
): Drop | null {
  if (days === 0 && resourceId === fromId) return null;
  const timeZone = resources.find(fromId)?.timezone ?? 'UTC';
  // What is sold by time may end on the day on which it begins.
  const dates = { from: localDate(entry.startsAt, timeZone), to: localDate(entry.endsAt, timeZone) };
  const isByTime = dates.to <= dates.from;
  const moved = isByTime
    ? { from: addDays(dates.from, days), to: addDays(dates.to, days) }
    : movedBy(dates, part, days);
  return { entry, resourceId, ...moved };
}
