import { addDays, addMonths, weekdayOf } from '../../format/iso-days.ts';

/** Where a key leads in a calendar grid (ARIA Authoring Practices); undefined for other keys. */
export function calendarMove(
  key: string,
  date: string,
  firstWeekday: number,
  isRightToLeft: boolean,
): string | undefined {
  const forward = isRightToLeft ? -1 : 1;
  const weekday = (weekdayOf(date) - firstWeekday + 7) % 7;
  switch (key) {
    case 'ArrowRight':
      return addDays(date, forward);
    case 'ArrowLeft':
      return addDays(date, -forward);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'Home':
      return addDays(date, -weekday);
    case 'End':
      return addDays(date, 6 - weekday);
    case 'PageDown':
      return addMonths(date, 1);
    case 'PageUp':
      return addMonths(date, -1);
    default:
      return undefined;
  }
}
