import { refuse } from '@lodging/kernel';
import type { Refusal, StayWindow } from '@lodging/kernel';
import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';
import type { Stay } from './stay.ts';

export const MAX_NIGHTS = 366;
const MAX_YEARS_AHEAD = 10;

type InvalidWindow = { readonly ok: false; readonly refusal: Refusal<'invalid_window'> };

/** What can be said about a window before anybody knows where it is. */
export function refuseBackwards({ from, to }: StayWindow): InvalidWindow | undefined {
  if (Temporal.Instant.compare(from, to) < 0) return undefined;
  return refuse('invalid_window', '`from` must be before `to`.');
}

type Rule = (
  stay: Stay,
  at: { kind: ResourceKind; timezone: string; now: Temporal.Instant },
) => string | undefined;

const hasANight: Rule = ({ nights }, { kind }) =>
  isGeneric({ kind }) || nights >= 1
    ? undefined
    : 'The stay must have at least one night in the time zone of the resource.';

const isNotTooLong: Rule = ({ nights }) =>
  nights <= MAX_NIGHTS ? undefined : `The stay must not have more than ${MAX_NIGHTS} nights.`;

/** Ten years have at least two leap days, whatever a zone does at either end: nearer than this needs no calendar. */
const SURELY_NEAR_MS = (MAX_YEARS_AHEAD * 365 + 1) * 24 * 60 * 60 * 1000;

const isNotTooFarAhead: Rule = ({ window }, { now, timezone }) => {
  if (window.to.epochMilliseconds - now.epochMilliseconds < SURELY_NEAR_MS) return undefined;
  const horizon = now.toZonedDateTimeISO(timezone).add({ years: MAX_YEARS_AHEAD }).toInstant();
  return Temporal.Instant.compare(window.to, horizon) <= 0
    ? undefined
    : `The stay must end within ${MAX_YEARS_AHEAD} years.`;
};

const isNotOver: Rule = ({ window }, { now }) =>
  Temporal.Instant.compare(window.to, now) > 0 ? undefined : 'The stay is already over.';

const always = [hasANight, isNotTooLong, isNotTooFarAhead];
const rules = { availability: always, booking: always, quote: [...always, isNotOver] };

/** A past stay may be asked about, and entered by an operator, but not be quoted. */
export function checkWindow(
  stay: Stay,
  place: { readonly kind: ResourceKind; readonly timezone: string },
  purpose: keyof typeof rules,
  now: Temporal.Instant,
): InvalidWindow | undefined {
  for (const rule of rules[purpose]) {
    const fault = rule(stay, { kind: place.kind, timezone: place.timezone, now });
    if (fault !== undefined) return refuse('invalid_window', fault);
  }
  return undefined;
}
