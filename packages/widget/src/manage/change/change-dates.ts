import type { ChangedByGuest } from '@lodging/client';
import type { ManageAnswer, ManageApi, Managed, ManageProblem } from '../manage-api.ts';
import { OFFER_ID } from './change-views.ts';
import { changedEnds } from './days.ts';
import type { Dates } from './days.ts';
import { findAlternatives, isStale, isTaken, offerOf } from './offers.ts';
import type { DateChange, Offer } from './offers.ts';

/** The component, as a change of dates needs it. */
export interface ChangeHost {
  /** Undefined: the request was refused, which is shown. */
  run<T>(request: (client: ManageApi, token: string) => Promise<ManageAnswer<T>>): Promise<T | undefined>;
  readonly problem: () => ManageProblem | null;
  show(
    change: DateChange,
    options?: { readonly problem?: ManageProblem | null; readonly focusOn?: string },
  ): void;
}

/** Requests the price of dates; where they are taken, the price of others. */
export async function checkDates(host: ChangeHost, managed: Managed, dates: Dates): Promise<void> {
  host.show(without(dates));
  const ends = changedEnds(managed.booking, dates);
  const quote = await host.run((client, token) => client.quoteChange(token, ends));
  if (quote === undefined) return offerOthers(host, managed, dates);
  chooseOffer(host, offerOf(dates, quote));
}

export function chooseOffer(host: ChangeHost, offer: Offer): void {
  host.show({ dates: offer.dates, offer, alternatives: [] }, { problem: null, focusOn: OFFER_ID });
}

/** Undefined: the dates are as before. */
export async function confirmOffer(
  host: ChangeHost,
  managed: Managed,
  { dates, quote, idempotencyKey }: Offer,
): Promise<ChangedByGuest | undefined> {
  const made = await host.run((client, token) => client.changeStay(token, quote.changeToken, idempotencyKey));
  if (made !== undefined) return made;
  const problem = host.problem();
  if (problem !== null && (isStale(problem) || isTaken(problem))) host.show(without(dates), { problem });
  await offerOthers(host, managed, dates);
  return undefined;
}

/** Beside the refusal of these dates. */
async function offerOthers(host: ChangeHost, managed: Managed, dates: Dates): Promise<void> {
  const problem = host.problem();
  if (problem === null || !isTaken(problem)) return;
  const alternatives = await host.run(async (client, token) => ({
    ok: true,
    value: await findAlternatives((ends) => client.quoteChange(token, ends), managed, dates),
  }));
  host.show({ dates, offer: null, alternatives: alternatives ?? [] }, { problem });
}

const without = (dates: Dates): DateChange => ({ dates, offer: null, alternatives: [] });
