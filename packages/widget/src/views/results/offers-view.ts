import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Offer, SearchResult } from '../../api/records.ts';
import { partyOf } from '../view.ts';
import type { View } from '../view.ts';

export function offersView(view: View, result: SearchResult): TemplateResult {
  const offers = result.offers.filter(
    ({ available, totalMinorUnits }) => available && totalMinorUnits !== null,
  );
  return html`<ul class="offers">
    ${offers.map((offer) => html`<li>${offerView(view, result, offer)}</li>`)}
  </ul>`;
}

function offerView(view: View, result: SearchResult, offer: Offer): TemplateResult {
  const { texts, formats, act, model } = view;
  const { resource, from, to, nights } = result;
  const price = formats.price(offer.totalMinorUnits ?? '0', offer.currency);
  const planName = offer.name ?? texts.standardPlan;
  const choose = (): void =>
    act({
      kind: 'choose',
      choice: {
        resourceId: resource.id,
        resourceName: resource.name,
        timezone: resource.timezone,
        ratePlanId: offer.ratePlanId,
        planName: offer.name,
        from,
        to,
        nights,
      },
    });
  return html`<div>
      <strong>${planName}</strong>
      <p class="quiet">${refundText(view, offer, resource.timezone)}</p>
    </div>
    <div class="price">
      <strong>${price}</strong>
      <p class="quiet">${partyOf(view, nights)}</p>
      ${notes(view, offer, nights).map((note) => html`<p class="quiet">${note}</p>`)}
    </div>
    <button
      type="button"
      class="main"
      part="button"
      aria-label=${texts.chooseOffer(planName, resource.name, price)}
      aria-disabled=${String(model.busy !== null)}
      @click=${choose}
    >
      ${texts.choose}
    </button>`;
}

/** What belongs to a price besides: a night, in another currency, and at the property. */
function notes({ texts, formats }: View, offer: Offer, nights: number): string[] {
  const { currency, averageNightMinorUnits, displayTotal, dueAtPropertyMinorUnits } = offer;
  const price = (minorUnits: string): string => formats.price(minorUnits, currency);
  const words: string[] = [];
  if (averageNightMinorUnits !== null && nights > 1) words.push(texts.aNight(price(averageNightMinorUnits)));
  if (displayTotal !== null && displayTotal.currency !== currency)
    words.push(texts.about(formats.amount(displayTotal)));
  if (dueAtPropertyMinorUnits !== '0') words.push(texts.plusAtProperty(price(dueAtPropertyMinorUnits)));
  return words;
}

function refundText({ texts, formats }: View, { refundability, freeUntil }: Offer, timezone: string): string {
  if (freeUntil !== null) return texts.freeUntil(formats.dateTime(freeUntil, timezone));
  if (refundability === 'refundable') return texts.refundable;
  if (refundability === 'partially_refundable') return texts.partiallyRefundable;
  if (refundability === 'non_refundable') return texts.nonRefundable;
  return texts.noPolicy;
}
