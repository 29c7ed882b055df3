import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Quote } from '../api/records.ts';
import type { View } from './view.ts';

/** What cancelling costs, by when. */
export function cancellationView(
  view: View,
  { cancellation, priceBreakdown }: Quote,
  timezone: string,
): TemplateResult {
  const { texts, formats } = view;
  const { currency } = priceBreakdown;
  if (cancellation === null) {
    return html`<h3>${texts.cancellation}</h3>
      <p part="cancellation">${texts.noPolicy}</p>`;
  }
  const { timeline, noShowPenaltyMinorUnits } = cancellation;
  const rows = timeline.map(({ until, penaltyMinorUnits, refundMinorUnits }) => {
    const what =
      penaltyMinorUnits === '0'
        ? texts.freeOfCharge
        : texts.costs(formats.price(penaltyMinorUnits, currency), formats.price(refundMinorUnits, currency));
    if (until !== null) return texts.until(formats.dateTime(until, timezone), what);
    return timeline.length === 1 ? texts.always(what) : texts.afterwards(what);
  });
  return html`<h3>${texts.cancellation}</h3>
    <ul part="cancellation">
      ${rows.map((row) => html`<li>${row}</li>`)}
      ${
        noShowPenaltyMinorUnits === '0'
          ? ''
          : html`<li>${texts.noShow(formats.price(noShowPenaltyMinorUnits, currency))}</li>`
      }
    </ul>`;
}
