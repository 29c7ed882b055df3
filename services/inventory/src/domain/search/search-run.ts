import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { checkWindowOrder } from '../time/check-window.ts';
import { DAY_MS, dayNumber, isoDate } from '../time/day-number.ts';
import { widestSpan } from '../time/stay.ts';
import type { Span } from '../time/stay.ts';
import { searchedWords } from './fold-text.ts';
import { currencyRequired } from './search.ts';
import type { SearchedTime, StaySearch } from './search.ts';
import { createSearchedStays } from './searched-stays.ts';
import type { FindStays } from './searched-stays.ts';
import { createYieldBudget } from './yield-budget.ts';
import type { YieldBudget } from './yield-budget.ts';

/** A search at work, from its candidates to its page. */
export interface SearchRun {
  readonly search: StaySearch;
  readonly now: Temporal.Instant;
  /** Folded. */
  readonly words: readonly string[];
  readonly staysOf: FindStays;
  /** Contains the stays of every candidate. */
  readonly span: SearchedSpan;
  /** Of all its steps. */
  readonly budget: YieldBudget;
}

/** A span on the axis of every resource; that of lodging is narrower where its dates are known. */
export interface SearchedSpan extends Span {
  readonly lodging?: Span;
}

/** Refuses a bound without its currency, and what is no stay in any time zone: nothing has to be read for that. */
export function startSearch(
  search: StaySearch & { readonly text: string | undefined },
  now: Temporal.Instant,
): Result<SearchRun, Refusal<'currency_required' | 'invalid_window'>> {
  if (search.maxTotalMinorUnits !== undefined && search.currency === undefined) return currencyRequired;
  const invalid = checkTime(search.time, now);
  if (invalid !== undefined) return invalid;
  return ok({
    search,
    now,
    words: searchedWords(search.text ?? ''),
    staysOf: createSearchedStays(search.time, now),
    span: spanOf(search.time),
    budget: createYieldBudget(),
  });
}

/** The first and the last zone of a date, and one between. */
const ZONES = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'];
const AXES = ZONES.flatMap((timezone) => [
  { kind: 'villa' as const, timezone, checkInTime: '00:00', checkOutTime: '23:59' },
  { kind: 'generic' as const, timezone, checkInTime: '00:00', checkOutTime: '00:00' },
]);

function checkTime(time: SearchedTime, now: Temporal.Instant): ReturnType<typeof checkWindowOrder> {
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
    'The window is not a valid stay in any time zone: it is over, too long or too far ahead.',
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

function spanOf(time: SearchedTime): SearchedSpan {
  if (time.kind === 'window') return widestSpan(time.window);
  const [first, last] = time.kind === 'dates' ? [time.arrival, time.departure] : [time.earliest, time.latest];
  const lodging = { start: dayNumber(first) * DAY_MS, end: dayNumber(last) * DAY_MS };
  return { start: lodging.start - DAY_MS, end: lodging.end + DAY_MS, lodging };
}
