import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Choice } from '../machine/model.ts';
import { isHolding } from '../machine/model.ts';
import { descriptionView, photoView } from './about-view.ts';
import { holdView } from './hold-view.ts';
import type { View } from './view.ts';

/** The stay that was chosen: on a wide page it stays in view beside each step. */
export function summaryView(view: View, choice: Choice, leftMs: number | null): TemplateResult {
  const { model, texts } = view;
  const { resourceId, resourceName, planName } = choice;
  const about = model.known[resourceId]?.about;
  // A guest with a small screen who is past the price has seen the place, and needs the form.
  const isShort = view.size !== 'wide' && model.stage !== 'price';
  return html`<section class="side card" part="summary" aria-label=${texts.yourStay}>
    ${isShort ? nothing : photoView(view, about?.photoUrl)}
    <p class="name">
      <strong>${resourceName}</strong>${planName === null ? nothing : html`<br />${planName}`}
    </p>
    ${model.stage === 'price' ? descriptionView(view, about) : nothing} ${rows(view, choice)}
    ${isHolding(model) ? holdView(view, choice, leftMs) : nothing}
  </section>`;
}

function rows(view: View, { from, to, timezone, nights }: Choice): TemplateResult {
  const { model, texts, formats } = view;
  const { adults, childAges } = model.requestedStay;
  const { hold, quote } = model;
  const total = hold?.totalMinorUnits ?? quote?.priceBreakdown.totalMinorUnits;
  const currency = hold?.currency ?? quote?.priceBreakdown.currency;
  const at = (instant: string): string => formats.clock(instant, timezone);
  return html`<dl>
    <dt>${texts.arrival}</dt>
    <dd>${formats.dateOf(from, timezone)}<br /><span class="quiet">${texts.fromTime(at(from))}</span></dd>
    <dt>${texts.departure}</dt>
    <dd>${formats.dateOf(to, timezone)}<br /><span class="quiet">${texts.untilTime(at(to))}</span></dd>
    <dt>${texts.guests}</dt>
    <dd>${texts.party(adults, childAges.length)}<br /><span class="quiet">${texts.nights(nights)}</span></dd>
    ${
      total === undefined || currency === undefined
        ? nothing
        : html`<dt class="sum">${texts.total}</dt>
            <dd class="sum"><bdi>${formats.price(total, currency)}</bdi></dd>`
    }
  </dl>`;
}
