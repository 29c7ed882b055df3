import { isDate } from '@lodging/format';
import type { Search } from '../../app/search.ts';
import { chartWindow, DAY_CHOICES } from '../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';

/** What the address of the calendar has: a colleague who opens it sees the same. */
export type CalendarSearch = Search<
  'from' | 'days' | 'type' | 'find' | 'list' | 'prices' | 'closed' | 'stay' | 'block'
>;

/** Without a date the chart begins today, and goes on with it. */
export function windowOf({ from, days }: CalendarSearch, today: string): ChartWindow {
  const chosen = DAY_CHOICES.find((count) => String(count) === days) ?? DAY_CHOICES[0];
  return chartWindow(from !== undefined && isDate(from) ? from : today, chosen);
}
