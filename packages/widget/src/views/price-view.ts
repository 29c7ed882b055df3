import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { freshKey } from '../api/fresh-key.ts';
import type { PriceBreakdown, Quote } from '../api/records.ts';
import type { Choice } from '../machine/model.ts';
import { cancellationView } from './cancellation-view.ts';
import { heading } from './heading.ts';
import type { View } from './view.ts';

export function priceView(view: View, quote: Quote, choice: Choice): TemplateResult {
  const { texts, formats, act, model } = view;
  const { timezone } = choice;
  const isStale = model.notice?.retry?.kind === 'quote';
  return html`${heading(texts.priceTitle)} ${priceTable(view, quote, timezone)}
    ${cancellationView(view, quote, timezone)}
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

function priceTable(view: View, quote: Quote, timezone: string): TemplateResult {
  const rows = [
    ...stayRows(view, quote.priceBreakdown),
    ...lineRows(view, quote.priceBreakdown),
    ...totalRows(view, quote, timezone),
  ];
  return tableOf(view, view.texts.priceTitle, rows);
}

/** The total, with what is due when and where: again beside the button that costs money. */
export function totalTable(view: View, quote: Quote, timezone: string): TemplateResult {
  const { texts, formats } = view;
  const { currency, dueAtPropertyMinorUnits } = quote.priceBreakdown;
  const rows = totalRows(view, quote, timezone);
  if (dueAtPropertyMinorUnits !== '0')
    rows.push({ name: texts.payAtProperty, amount: formats.price(dueAtPropertyMinorUnits, currency) });
  return tableOf(view, texts.total, rows);
}

function totalRows(
  { texts, formats }: View,
  { priceBreakdown, displayTotal, schedule }: Quote,
  timezone: string,
): Row[] {
  const { currency, totalMinorUnits } = priceBreakdown;
  const price = (minorUnits: string): string => formats.price(minorUnits, currency);
  const total = { name: texts.total, amount: price(totalMinorUnits), class: 'total' };
  const about = displayTotal.currency === currency ? {} : { note: texts.about(formats.amount(displayTotal)) };
  const due = schedule.map((part, index) => ({
    name: index === 0 ? texts.dueNow : texts.dueOn(formats.dateOf(part.dueAt, timezone)),
    amount: price(part.amountMinorUnits),
  }));
  return [{ ...total, ...about }, ...(schedule.length < 2 ? [] : due)];
}

function tableOf({ texts }: View, caption: string, rows: readonly Row[]): TemplateResult {
  return html`<table part="price">
    <caption class="hidden">
      ${caption}
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
    ...nights.map(({ date, amountMinorUnits, extraGuestsMinorUnits }) => ({
      name: texts.night(formats.date(date)),
      amount: price(amountMinorUnits),
      ...(extraGuestsMinorUnits === '0' ? {} : { note: texts.extraGuests }),
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
