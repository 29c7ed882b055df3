import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { checkWindowOrder } from '../check-window.ts';
import { DAY_MS, dayNumber, isoDate } from '../day-number.ts';
import { widestSpan } from '../stay.ts';
import type { Span } from '../stay.ts';
import type { SearchedTime } from './search.ts';
import { createSearchedStays } from './searched-stays.ts';

type InvalidWindow = { readonly ok: false; readonly refusal: Refusal<'invalid_window'> };

/** The first and the last zone of a date, and one between. */
const ZONES = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'];
const AXES = ZONES.flatMap((timezone) => [
  { kind: 'villa' as const, timezone, checkInTime: '00:00', checkOutTime: '23:59' },
  { kind: 'generic' as const, timezone, checkInTime: '00:00', checkOutTime: '00:00' },
]);

/** Refuses what is no stay in any zone, before resources are read. */
export function checkSearchedTime(time: SearchedTime, now: Temporal.Instant): InvalidWindow | undefined {
  if (time.kind === 'window') {
    const backwards = checkWindowOrder(time.window);
    if (backwards !== undefined) return backwards;
  }
  if (time.kind === 'dates' && time.arrival >= time.departure)
    return refuse('invalid_window', '`arrival` must be before `departure`.');
  const isPossible = examplesOf(time).some((example) => {
    const staysOf = createSearchedStays(example, now);
    return AXES.some((axis) => staysOf(axis).stays.length > 0);
  });
  if (isPossible) return undefined;
  return refuse(
    'invalid_window',
    'The window is no stay in any time zone: it is over, too long or too far ahead.',
  );
}

/** The first and the last of flexible dates: where both are no stay, those between are none. */
function examplesOf(time: SearchedTime): SearchedTime[] {
  if (time.kind !== 'flexible') return [time];
  const { earliest, latest, minNights } = time;
  return [
    { kind: 'dates', arrival: earliest, departure: isoDate(dayNumber(earliest) + minNights) },
    { kind: 'dates', arrival: isoDate(dayNumber(latest) - minNights), departure: latest },
  ];
}

/** A span on the axis of every resource; that of lodging is narrower where its dates are known. */
export interface SearchedSpan extends Span {
  readonly lodging?: Span;
}

/** Contains the stays of the search on the axis of every resource. */
export function widestSearchedSpan(time: SearchedTime): SearchedSpan {
  if (time.kind === 'window') return widestSpan(time.window);
  const [first, last] = time.kind === 'dates' ? [time.arrival, time.departure] : [time.earliest, time.latest];
  const lodging = { start: dayNumber(first) * DAY_MS, end: dayNumber(last) * DAY_MS };
  return { start: lodging.start - DAY_MS, end: lodging.end + DAY_MS, lodging };
}
