import { refuse } from '@lodging/kernel';
import type { Refusal, Refused, StayWindow } from '@lodging/kernel';
import { DAY_MS, dayNumber } from './day-number.ts';
import type { DateRange } from './range-by-day.ts';
import { isGeneric } from './resource-kind.ts';
import type { ResourceAxis, Stay } from './stay.ts';

export const MAX_NIGHTS = 366;
export const MAX_YEARS_AHEAD = 10;

type InvalidWindow = Refused<'invalid_window'>;

/** The check that needs no resource. */
export function checkWindowOrder({ from, to }: StayWindow): InvalidWindow | undefined {
  if (Temporal.Instant.compare(from, to) < 0) return undefined;
  return refuse('invalid_window', '`from` must be before `to`.');
}

export type DateRangeRefusal = {
  readonly ok: false;
  readonly refusal: Refusal<'invalid_window' | 'range_too_large'>;
};

export function checkDateRange({ from, to }: DateRange): DateRangeRefusal | undefined {
  if (from >= to) return refuse('invalid_window', '`from` must be before `to`.');
  return dayNumber(to) - dayNumber(from) > MAX_NIGHTS
    ? refuse('range_too_large', `The range must not have more than ${MAX_NIGHTS} nights.`)
    : undefined;
}

/** The detail of the refusal; undefined where the stay keeps the rule. */
type Rule = (stay: Stay, at: ResourceAxis & { readonly now: Temporal.Instant }) => string | undefined;

const hasANight: Rule = ({ nights }, resource) =>
  isGeneric(resource) || nights >= 1
    ? undefined
    : 'The stay must have at least one night in the time zone of the resource.';

const isNotTooLong: Rule = ({ nights }) =>
  nights <= MAX_NIGHTS ? undefined : `The stay must not have more than ${MAX_NIGHTS} nights.`;

/** Ten years have at least two leap days, so a stay that ends earlier than this needs no calendar arithmetic. */
const SAFE_HORIZON_MS = (MAX_YEARS_AHEAD * 365 + 1) * DAY_MS;

const isNotTooFarAhead: Rule = ({ window }, { now, timezone }) => {
  if (window.to.epochMilliseconds - now.epochMilliseconds < SAFE_HORIZON_MS) return undefined;
  const horizon = now.toZonedDateTimeISO(timezone).add({ years: MAX_YEARS_AHEAD }).toInstant();
  return Temporal.Instant.compare(window.to, horizon) <= 0
    ? undefined
    : `The stay must end within ${MAX_YEARS_AHEAD} years.`;
};

const isNotOver: Rule = ({ window }, { now }) =>
  Temporal.Instant.compare(window.to, now) > 0 ? undefined : 'The stay is already over.';

const always = [hasANight, isNotTooLong, isNotTooFarAhead];
const rules = { availability: always, booking: always, quote: [...always, isNotOver] };

/** Only a quote refuses a stay that is over: availability may be read, and an operator may enter a past booking. */
export function checkWindow(
  stay: Stay,
  { kind, timezone }: ResourceAxis,
  purpose: keyof typeof rules,
  now: Temporal.Instant,
): InvalidWindow | undefined {
  for (const rule of rules[purpose]) {
    const detail = rule(stay, { kind, timezone, now });
    if (detail !== undefined) return refuse('invalid_window', detail);
  }
  return undefined;
}
