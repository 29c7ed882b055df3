import type { ChangeQuote } from '@lodging/client';
import { freshKey } from '../../api/fresh-key.ts';
import type { ManageApi, Managed, ManageProblem } from '../manage-api.ts';
import { changedEnds, nearbyDates } from './days.ts';
import type { Dates } from './days.ts';

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
  readonly offer: Offer | null;
  readonly alternatives: readonly Offer[];
}

export const offerOf = (dates: Dates, quote: ChangeQuote): Offer => ({
  dates,
  quote,
  idempotencyKey: freshKey(),
});

const SHOWN = 3;
const TAKEN: readonly string[] = ['unavailable', 'booking_conflict', 'no_pricing_rule'];
const STALE: readonly string[] = ['change_outdated', 'change_quote_expired', 'invalid_change_token'];

/** Other dates may be possible. */
export const isTaken = ({ code }: ManageProblem): boolean => TAKEN.includes(code);
/** The price has to be requested again. */
export const isStale = ({ code }: ManageProblem): boolean => STALE.includes(code);

/** The API has no alternatives for a change, whose own nights are free for itself: each is a quote. */
export async function findAlternatives(
  quote: (ends: Parameters<ManageApi['quoteChange']>[1]) => ReturnType<ManageApi['quoteChange']>,
  { booking }: Managed,
  requested: Dates,
): Promise<Offer[]> {
  const candidates = nearbyDates(booking, requested, Date.now());
  const quotes = await Promise.all(candidates.map((dates) => quote(changedEnds(booking, dates))));
  const offers = candidates.flatMap((dates, place) => {
    const answer = quotes[place];
    return answer?.ok === true ? [offerOf(dates, answer.value)] : [];
  });
  return offers.slice(0, SHOWN);
}
