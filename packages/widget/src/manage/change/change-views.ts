import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { daysBetween } from '../../format/iso-days.ts';
import { field } from '../../views/field.ts';
import { readForm } from '../read-form.ts';
import { amountRows, rows } from '../rows.ts';
import type { ManageView, Row } from '../rows.ts';
import { datesOf, earliestDates, hasArrived } from './days.ts';
import type { Dates } from './days.ts';
import type { DateChange, Offer } from './offers.ts';
import type { PendingChange } from './pending-change.ts';

export const OFFER_ID = 'offer';

export interface ChangeStep {
  readonly change: DateChange;
  readonly heading: TemplateResult;
  readonly isBusy: boolean;
  /** The guest enters dates: what was shown for others is none of theirs. */
  readonly edit: (dates: Dates) => void;
  /** The guest has entered dates. */
  readonly check: (dates: Dates) => void;
  readonly choose: (offer: Offer) => void;
  readonly confirm: (offer: Offer) => void;
  readonly keep: () => void;
}

export function changeStep(view: ManageView, step: ChangeStep): TemplateResult {
  const { change, heading } = step;
  return html`${heading} ${datesForm(view, step)}
  ${change.alternatives.length === 0 ? nothing : alternativesPart(view, step)}
  ${change.offer === null ? nothing : offerPart(view, step, change.offer)}`;
}

function datesForm(view: ManageView, step: ChangeStep): TemplateResult {
  const { texts, managed } = view;
  const hasBegun = hasArrived(managed.booking);
  const { from } = hasBegun ? datesOf(managed.booking) : step.change.dates;
  const change = { ...step.change, dates: { ...step.change.dates, from } };
  const submit = (event: SubmitEvent) => {
    const valueOf = readForm(event);
    step.check({ from: hasBegun ? from : valueOf('from'), to: valueOf('to') });
  };
  return html`<form part="dates" novalidate @submit=${submit}>
    <div class="fields dates">
      ${dateField(view, { ...step, change }, 'from')} ${dateField(view, { ...step, change }, 'to')}
    </div>
    <div class="buttons">
      <button class="main" part="button" aria-disabled=${String(step.isBusy)}>${texts.change.check}</button>
      <button type="button" part="button" @click=${step.keep}>${texts.change.keep}</button>
    </div>
  </form>`;
}

function dateField(
  { texts, managed: { booking } }: ManageView,
  { change: { dates, fault }, edit }: ChangeStep,
  name: keyof Dates,
): TemplateResult {
  const input = ({ target }: InputEvent) => {
    if (target instanceof HTMLInputElement) edit({ ...dates, [name]: target.value });
  };
  // A date that is half typed has no value: `live` leaves its letters alone.
  return field({
    name,
    label: name === 'from' ? texts.arrival : texts.departure,
    errors: fault === null ? {} : { [fault.field]: texts.change.faults[fault.kind] },
    input: (id, described, invalid) =>
      html`<input
        id=${id}
        name=${name}
        part="input"
        type="date"
        required
        min=${earliestDates(booking, dates, Date.now())[name]}
        .value=${live(dates[name])}
        ?readonly=${name === 'from' && hasArrived(booking)}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${input}
      />`,
  });
}

/** With the difference of the price, as a choice between dates shows it. */
function difference({ texts, formats, managed }: ManageView, { quote }: Offer): string {
  const { kind, amountMinorUnits } = quote.difference;
  const amount = formats.price(amountMinorUnits, managed.booking.currency);
  if (kind === 'none') return texts.change.same;
  return kind === 'charge' ? texts.change.more(amount) : texts.change.less(amount);
}

const range = ({ formats }: ManageView, { from, to }: Dates): string =>
  `${formats.date(from)} – ${formats.date(to)}`;

function alternativesPart(view: ManageView, { change, choose }: ChangeStep): TemplateResult {
  const { change: texts } = view.texts;
  return html`<section part="alternatives">
    <h3>${texts.alternatives}</h3>
    <div class="choices">
      ${change.alternatives.map(
        (offer) =>
          html`<button type="button" part="button" @click=${() => choose(offer)}>
            ${texts.option(range(view, offer.dates), difference(view, offer))}
          </button>`,
      )}
    </div>
  </section>`;
}

function offerPart(view: ManageView, { confirm, isBusy }: ChangeStep, offer: Offer): TemplateResult {
  const { texts, formats, managed } = view;
  const { quote, dates } = offer;
  const { currency, timezone } = managed.booking;
  const price = (minorUnits: string) => formats.price(minorUnits, currency);
  const isDue = !/^0+$/.test(quote.dueMinorUnits);
  const entries: Row[] = [
    [texts.arrival, formats.date(dates.from)],
    [
      texts.departure,
      `${formats.date(dates.to)} (${texts.change.nights(daysBetween(dates.from, dates.to))})`,
    ],
    [texts.change.oldPrice, price(quote.current.totalMinorUnits)],
    [texts.change.newPrice, `${price(quote.proposed.totalMinorUnits)} (${difference(view, offer)})`],
    ...amountRows(view, texts.change.retained, quote.retainedMinorUnits),
    ...amountRows(view, texts.cancelRefund, quote.refundMinorUnits),
  ];
  return html`<section part="price">
    <h3 id=${OFFER_ID} tabindex="-1">${texts.change.newStay}</h3>
    ${rows(entries)} ${rows([[texts.change.payNow, price(quote.dueMinorUnits)]], 'total')}
    <p class="quiet">${texts.change.validUntil(formats.time(quote.expiresAt, timezone))}</p>
    <button
      type="button"
      class="main"
      part="button"
      aria-disabled=${String(isBusy)}
      @click=${() => confirm(offer)}
    >
      ${isDue ? texts.change.confirmAndPay(price(quote.dueMinorUnits)) : texts.change.confirm}
    </button>
  </section>`;
}

/** The change waits for its payment; the booking is as before. */
export function pendingPart(
  view: ManageView,
  { startsAt, endsAt, dueMinorUnits, until }: PendingChange,
  { pay, isBusy }: { readonly pay: () => void; readonly isBusy: boolean },
): TemplateResult {
  const { texts, formats, managed } = view;
  const { currency, timezone } = managed.booking;
  const dates = datesOf({ ...managed.booking, startsAt, endsAt });
  return html`<section part="pending">
    <h3>${texts.change.waiting}</h3>
    <p>${texts.change.payUntil(range(view, dates), formats.time(until, timezone))}</p>
    <button type="button" class="main" part="button" aria-disabled=${String(isBusy)} @click=${pay}>
      ${texts.pay(formats.price(dueMinorUnits, currency))}
    </button>
  </section>`;
}
