import type { ChangeQuote } from '@lodging/client';
import { freshKey } from '../../api/fresh-key.ts';
import type { ManageApi, Managed, ManageProblem } from '../manage-api.ts';
import { changedEnds, datesOf, nearbyDates } from './days.ts';
import type { DateFault, Dates } from './days.ts';

/** Dates with their price. */
export interface Offer {
  readonly dates: Dates;
  readonly quote: ChangeQuote;
  /** One for each offer, so that a repeated request changes the dates once. */
  readonly idempotencyKey: string;
}

/** What the guest does with the dates. */
export interface DateChange {
  readonly dates: Dates;
  readonly fault: DateFault | null;
  readonly offer: Offer | null;
  readonly alternatives: readonly Offer[];
}

/** Dates without a price. */
export const datesAlone = (dates: Dates, fault: DateFault | null = null): DateChange => ({
  dates,
  fault,
  offer: null,
  alternatives: [],
});

/** With the dates that the price is for. */
export const offerOf = (booking: Managed['booking'], quote: ChangeQuote): Offer => ({
  dates: datesOf({ ...booking, startsAt: quote.proposed.from, endsAt: quote.proposed.to }),
  quote,
  idempotencyKey: freshKey(),
});

const SHOWN = 3;
const TAKEN: readonly string[] = ['unavailable', 'booking_conflict', 'no_pricing_rule'];
/** Of a page that knows an earlier state of the booking: what it sent depends on that. */
const OUTDATED: readonly string[] = [
  'change_outdated',
  'change_not_allowed',
  'change_pending',
  'no_change',
  'invalid_window',
];
const EXPIRED: readonly string[] = ['change_quote_expired', 'invalid_change_token'];

/** Other dates may be possible. */
export const isTaken = ({ code }: ManageProblem): boolean => TAKEN.includes(code);
/** The booking has to be read again. */
export const isOutdated = ({ code }: ManageProblem): boolean => OUTDATED.includes(code);
/** The price has to be requested again. */
export const needsNewPrice = (problem: ManageProblem): boolean =>
  isOutdated(problem) || isTaken(problem) || EXPIRED.includes(problem.code);

/** The API has no alternatives for a change, whose own nights are free for itself: each is a quote. */
export async function findAlternatives(
  quote: (ends: Parameters<ManageApi['quoteChange']>[1]) => ReturnType<ManageApi['quoteChange']>,
  { booking }: Managed,
  requested: Dates,
): Promise<Offer[]> {
  const candidates = nearbyDates(booking, requested, Date.now());
  const quotes = await Promise.all(candidates.map((dates) => quote(changedEnds(booking, dates))));
  const offers = quotes.flatMap((answer) => (answer.ok ? [offerOf(booking, answer.value)] : []));
  return offers.slice(0, SHOWN);
}
