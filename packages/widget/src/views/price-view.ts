import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { freshKey } from '../api/fresh-key.ts';
import type { PriceBreakdown, Quote } from '../api/records.ts';
import type { Choice } from '../machine/model.ts';
import { cancellationView } from './cancellation-view.ts';
import { heading } from './heading.ts';
import { datesOf } from './view.ts';
import type { View } from './view.ts';

export function priceView(view: View, quote: Quote, choice: Choice): TemplateResult {
  const { texts, formats, act, model } = view;
  const { timezone } = choice;
  const isStale = model.notice?.retry?.kind === 'quote';
  return html`${heading(texts.priceTitle)}
    <p>
      <strong>${choice.resourceName}</strong
      >${choice.planName === null ? nothing : html`, ${choice.planName}`}
    </p>
    <p>${datesOf(view, choice)}</p>
    ${priceTable(view, quote, timezone)} ${cancellationView(view, quote, timezone)}
    <p class="quiet">${texts.priceHeldUntil(formats.time(quote.expiresAt, timezone))}</p>
    <div class="buttons">
      ${
        isStale
          ? nothing
          : html`<button
              class="main"
              part="button"
              type="button"
              aria-disabled=${String(model.busy !== null)}
              @click=${() => act({ kind: 'hold', key: freshKey() })}
            >
              ${texts.holdNow}
            </button>`
      }
      <button type="button" part="button" @click=${() => act({ kind: 'back' })}>${texts.back}</button>
    </div>`;
}

interface Row {
  readonly name: string;
  readonly amount: string;
  readonly note?: string;
  readonly class?: string;
}

function priceTable(
  view: View,
  { priceBreakdown, displayTotal, schedule }: Quote,
  timezone: string,
): TemplateResult {
  const { texts, formats } = view;
  const { currency, totalMinorUnits } = priceBreakdown;
  const price = (minorUnits: string): string => formats.price(minorUnits, currency);
  const total = { name: texts.total, amount: price(totalMinorUnits), class: 'total' };
  const about = displayTotal.currency === currency ? {} : { note: texts.about(formats.amount(displayTotal)) };
  const due =
    schedule.length < 2
      ? []
      : schedule.map((part, index) => ({
          name: index === 0 ? texts.dueNow : texts.dueOn(formats.dateOf(part.dueAt, timezone)),
          amount: price(part.amountMinorUnits),
        }));
  const rows: Row[] = [
    ...stayRows(view, priceBreakdown),
    ...lineRows(view, priceBreakdown),
    { ...total, ...about },
    ...due,
  ];
  return html`<table part="price">
    <caption class="hidden">
      ${texts.priceTitle}
    </caption>
    <thead class="hidden">
      <tr>
        <th scope="col">${texts.item}</th>
        <th scope="col">${texts.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr class=${row.class ?? nothing}>
            <th scope="row">
              ${row.name}${row.note === undefined ? nothing : html` <span class="quiet">(${row.note})</span>`}
            </th>
            <td><bdi>${row.amount}</bdi></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function stayRows({ texts, formats }: View, breakdown: PriceBreakdown): Row[] {
  const { currency, nights, leadTimeAdjustment, lengthOfStayAdjustment, discountMinorUnits } = breakdown;
  const price = (minorUnits: string): string => formats.price(minorUnits, currency);
  const adjusted = (
    name: string,
    { kind, amountMinorUnits }: PriceBreakdown['leadTimeAdjustment'],
  ): Row[] => {
    if (kind === 'none' || amountMinorUnits === '0') return [];
    return [{ name, amount: price(kind === 'discount' ? `-${amountMinorUnits}` : amountMinorUnits) }];
  };
  return [
    ...nights.map(({ date, amountMinorUnits }) => ({
      name: texts.night(formats.date(date)),
      amount: price(amountMinorUnits),
    })),
    ...adjusted(leadTimeAdjustment.kind === 'discount' ? texts.early : texts.late, leadTimeAdjustment),
    ...adjusted(texts.longStay, lengthOfStayAdjustment),
    ...(discountMinorUnits === '0'
      ? []
      : [{ name: texts.discount, amount: price(`-${discountMinorUnits}`) }]),
  ];
}

/** A discount is a row of its own already. */
function lineRows({ texts, formats }: View, { currency, lines }: PriceBreakdown): Row[] {
  return lines
    .filter(({ kind }) => kind !== 'discount')
    .map(({ name, amountMinorUnits, inclusive, collect }) => ({
      name,
      amount: formats.price(amountMinorUnits, currency),
      ...(inclusive ? { note: texts.included, class: 'quiet' } : {}),
      ...(collect === 'property' ? { note: texts.payAtProperty, class: 'quiet' } : {}),
    }));
}
