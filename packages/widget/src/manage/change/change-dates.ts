import type { ChangedByGuest, ChangeQuote } from '@lodging/client';
import { problemOf } from '../manage-api.ts';
import type { ManageAnswer, ManageApi, Managed, ManageProblem } from '../manage-api.ts';
import { OFFER_ID } from './change-views.ts';
import { changedEnds, faultOf, isSameStay } from './days.ts';
import type { Dates } from './days.ts';
import { datesAlone, findAlternatives, isOutdated, isTaken, needsNewPrice, offerOf } from './offers.ts';
import type { DateChange, Offer } from './offers.ts';

/** The component, as a change of dates needs it. */
export interface ChangeHost {
  /** Undefined: the request was refused, which is shown. */
  run<T>(request: (client: ManageApi, token: string) => Promise<ManageAnswer<T>>): Promise<T | undefined>;
  /** The booking as it is now. */
  read(): Promise<Managed | undefined>;
  readonly problem: () => ManageProblem | null;
  readonly change: () => DateChange | null;
  show(
    change: DateChange | null,
    options?: { readonly problem?: ManageProblem | null; readonly focusOn?: string },
  ): void;
}

/** Requests the price of dates; where they are taken, the price of others. */
export async function checkDates(host: ChangeHost, managed: Managed, dates: Dates): Promise<void> {
  const fault = faultOf(managed.booking, dates, Date.now());
  if (fault !== null) return host.show(datesAlone(dates, fault), { problem: null, focusOn: fault.field });
  const checked = datesAlone(dates);
  const ends = changedEnds(managed.booking, dates);
  if (Object.keys(ends).length === 0) return host.show(checked, { problem: problemOf('no_change') });
  host.show(checked);
  const quote = await host.run((client, token) => client.quoteChange(token, ends));
  if (host.change() !== checked) return leaveOthers(host);
  const known = await currentOf(host, managed, quote);
  if (host.change() !== checked || known === undefined) return;
  // What was sent were the ends that differ from those of another stay.
  if (!isSameStay(known.booking, managed.booking)) return checkDates(host, known, dates);
  if (quote === undefined) return offerOthers(host, known, checked);
  chooseOffer(host, offerOf(known.booking, quote));
}

/** A refusal of dates says nothing about those that the guest has entered since. */
function leaveOthers(host: ChangeHost): void {
  const problem = host.problem();
  if (problem !== null && isTaken(problem)) host.show(host.change(), { problem: null });
}

/** The booking: read again where the answer shows that it has changed. Undefined: it cannot be read. */
async function currentOf(
  host: ChangeHost,
  managed: Managed,
  quote: ChangeQuote | undefined,
): Promise<Managed | undefined> {
  if (quote !== undefined) {
    const { from: startsAt, to: endsAt } = quote.current;
    return isSameStay({ startsAt, endsAt }, managed.booking) ? managed : host.read();
  }
  const problem = host.problem();
  if (problem === null || !isOutdated(problem)) return managed;
  const read = await host.read();
  const change = host.change();
  if (read !== undefined && change !== null) host.show(change, { problem });
  return read;
}

/** The dates that the guest enters have no price yet. */
export function editDates(host: ChangeHost, dates: Dates): void {
  host.show(datesAlone(dates), { problem: null });
}

export function chooseOffer(host: ChangeHost, offer: Offer): void {
  host.show({ ...datesAlone(offer.dates), offer }, { problem: null, focusOn: OFFER_ID });
}

/** Undefined: the dates are as before. */
export async function confirmOffer(
  host: ChangeHost,
  managed: Managed,
  offer: Offer,
): Promise<ChangedByGuest | undefined> {
  const made = await host.run((client, token) =>
    client.changeStay(token, offer.quote.changeToken, offer.idempotencyKey),
  );
  if (made !== undefined) return made;
  const problem = host.problem();
  if (problem === null || !needsNewPrice(problem) || host.change()?.offer !== offer) return undefined;
  const refused = datesAlone(offer.dates);
  host.show(refused);
  const known = await currentOf(host, managed, undefined);
  if (known !== undefined) await offerOthers(host, known, refused);
  return undefined;
}

/** Beside the refusal of these dates. */
async function offerOthers(host: ChangeHost, managed: Managed, refused: DateChange): Promise<void> {
  const problem = host.problem();
  if (problem === null || !isTaken(problem)) return;
  const { dates } = refused;
  const alternatives = await host.run(async (client, token) => ({
    ok: true,
    value: await findAlternatives((ends) => client.quoteChange(token, ends), managed, dates),
  }));
  if (host.change() !== refused) return;
  host.show({ ...refused, alternatives: alternatives ?? [] }, { problem });
}
