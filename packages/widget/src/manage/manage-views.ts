import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { amountRows, rows } from './rows.ts';
import type { ManageView, Row } from './rows.ts';

type Part = TemplateResult | typeof nothing;

/** `change` is missing in a step that changes something else. */
export function stayPart(view: ManageView, change?: () => void): TemplateResult {
  const { texts, formats, managed } = view;
  const { booking } = managed;
  const { timezone } = booking;
  const at = (instant: string) => `${formats.dateOf(instant, timezone)}, ${formats.time(instant, timezone)}`;
  const party = [
    ...(booking.occupancyAdults === null ? [] : [texts.adults(booking.occupancyAdults)]),
    ...(booking.occupancyChildren > 0 ? [texts.children(booking.occupancyChildren)] : []),
  ].join(', ');
  const room = booking.resourceName ?? '';
  return html`<section part="stay">
    ${rows([
      [texts.bookingNumber, booking.reference],
      [texts.state, texts.states[booking.state] ?? booking.state],
      [texts.arrival, at(booking.startsAt)],
      [texts.departure, at(booking.endsAt)],
      ...(room === ''
        ? []
        : [[texts.room, booking.quantity === 1 ? room : `${booking.quantity} × ${room}`] as Row]),
      ...(party === '' ? [] : [[texts.guests, party] as Row]),
    ])}
    ${
      change !== undefined && managed.may.changeDates
        ? html`<button type="button" part="button" @click=${change}>${texts.change.begin}</button>`
        : nothing
    }
  </section>`;
}

export function pricePart(view: ManageView): TemplateResult {
  const { texts, formats, managed } = view;
  const { bill, booking } = managed;
  const lines = (bill?.lines ?? []).map(({ name, amountMinorUnits, inclusive, collect }): Row => {
    const notes = [inclusive ? texts.included : '', collect === 'property' ? texts.payAtProperty : ''];
    const note = notes.filter((one) => one !== '').join(', ');
    const price = formats.price(amountMinorUnits, booking.currency);
    return [note === '' ? name : `${name} (${note})`, price];
  });
  return html`<section part="price">
    <h3>${texts.price}</h3>
    ${bill === null ? nothing : rows([...amountRows(view, texts.accommodation, bill.accommodationMinorUnits), ...lines])}
    ${rows([[texts.total, formats.price(booking.totalMinorUnits, booking.currency)]], 'total')}
  </section>`;
}

/** `pay` is null while a change waits for its payment, which is all that is due. */
export function paymentsPart(view: ManageView, pay: (() => void) | null, isBusy: boolean): Part {
  const { texts, formats, managed } = view;
  const { payments, schedule, booking, may } = managed;
  const later = schedule
    .filter(({ dueAt }) => Date.parse(dueAt) > Date.now() && booking.state === 'confirmed')
    .map(({ dueAt, amountMinorUnits }): Row => [
      texts.dueOn(formats.dateOf(dueAt, booking.timezone)),
      formats.price(amountMinorUnits, booking.currency),
    ]);
  const entries = [
    ...amountRows(view, texts.paid, payments.collectedMinorUnits),
    ...amountRows(view, texts.refunded, payments.returnedMinorUnits),
    ...amountRows(view, texts.dueNow, payments.dueMinorUnits),
    ...later,
  ];
  if (entries.length === 0) return nothing;
  return html`<section part="payments">
    <h3>${texts.payments}</h3>
    ${rows(entries)}
    ${
      may.pay && pay !== null
        ? html`<button type="button" class="main" part="button" aria-disabled=${String(isBusy)} @click=${pay}>
            ${texts.pay(formats.price(payments.dueMinorUnits, booking.currency))}
          </button>`
        : nothing
    }
  </section>`;
}

export function cancellationPart(view: ManageView, begin: () => void): Part {
  const { texts, formats, managed } = view;
  const { cancellation, booking, may } = managed;
  const { cancelled } = cancellation;
  if (cancelled !== null) {
    const entries = [
      ...amountRows(view, texts.fee, cancelled.penaltyMinorUnits),
      ...amountRows(view, texts.cancelRefund, cancelled.refundMinorUnits),
      ...amountRows(view, texts.cancelDue, cancelled.dueMinorUnits),
    ];
    return entries.length === 0
      ? nothing
      : html`<section part="cancellation">
          <h3>${texts.cancellation}</h3>
          ${rows(entries)}
        </section>`;
  }
  if (!cancellation.legal) return nothing;
  const { timeline } = cancellation;
  const sentences = timeline.map(({ until, penaltyMinorUnits }) => {
    const isFree = /^0+$/.test(penaltyMinorUnits);
    const what = isFree ? texts.free : texts.costs(formats.price(penaltyMinorUnits, booking.currency));
    if (until !== null) return texts.until(formats.dateTime(until, booking.timezone), what);
    return timeline.length === 1 ? texts.always(what) : texts.afterwards(what);
  });
  return html`<section part="cancellation">
    <h3>${texts.cancellation}</h3>
    ${
      sentences.length === 0
        ? html`<p>${texts.withoutPolicy}</p>`
        : html`<ul>
            ${sentences.map((one) => html`<li>${one}</li>`)}
          </ul>`
    }
    ${
      may.cancel
        ? html`<button type="button" class="danger" part="button" @click=${begin}>${texts.cancel}</button>`
        : nothing
    }
  </section>`;
}

export interface CancelStep {
  readonly confirm: () => void;
  readonly keep: () => void;
  readonly isBusy: boolean;
  readonly heading: TemplateResult;
}

/** The cost once more, beside the button that cancels. */
export function cancelStep(view: ManageView, { confirm, keep, isBusy, heading }: CancelStep): TemplateResult {
  const { texts, formats, managed } = view;
  const { cancellation, booking } = managed;
  const price = (minorUnits: string | null) => formats.price(minorUnits ?? '0', booking.currency);
  return html`${heading} ${stayPart(view)}
    <section part="cancellation">
      ${rows([
        [texts.cancelFee, price(cancellation.penaltyMinorUnits)],
        [texts.cancelRefund, price(cancellation.refundMinorUnits)],
        ...amountRows(view, texts.cancelDue, cancellation.dueMinorUnits),
      ])}
      <div class="buttons">
        <button type="button" class="danger" part="button" aria-disabled=${String(isBusy)} @click=${confirm}>
          ${texts.cancelConfirm}
        </button>
        <button type="button" part="button" @click=${keep}>${texts.keep}</button>
      </div>
    </section>`;
}

export function contactPart({ texts, managed: { property } }: ManageView): Part {
  const lines = [property.name, property.address, property.phone].filter((one) => one !== null);
  if (lines.length === 0) return nothing;
  return html`<p class="quiet" part="contact">${texts.contact}: ${lines.join(' · ')}</p>`;
}
