import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Offer, SearchResult } from '../api/records.ts';
import { choiceOf } from '../machine/model.ts';
import { alternativesView } from './alternatives-view.ts';
import type { View } from './view.ts';

export function resultsView(view: View): TemplateResult | typeof nothing {
  const { model, texts, act } = view;
  const { found } = model;
  if (found === null || (model.busy === 'search' && found.results.length === 0)) return nothing;
  const { results, nextCursor, bookable } = found;
  const summary = bookable
    ? texts.resultCount(results.length)
    : results.length === 0
      ? texts.nothingFoundHere
      : null;
  return html`<section aria-labelledby="results" part="results">
    <h3 id="results" tabindex="-1">${texts.results}</h3>
    <p>${summary ?? (model.resourceId === null ? texts.nothingFound : nothing)}</p>
    <ul class="results">
      ${results.map((result) => html`<li part="result">${resultView(view, result)}</li>`)}
    </ul>
    ${
      nextCursor === null
        ? nothing
        : html`<button type="button" part="button" @click=${() => act({ kind: 'more' })}>
            ${texts.more}
          </button>`
    }
  </section>`;
}

function resultView(view: View, result: SearchResult): TemplateResult {
  const { texts, formats, showPhotos } = view;
  const { resource, from, to, nights, bookable } = result;
  const photo = showPhotos ? resource.photoUrls[0] : undefined;
  const dates = texts.stayDates(
    formats.dateOf(from, resource.timezone),
    formats.dateOf(to, resource.timezone),
  );
  return html`${
      photo === undefined
        ? nothing
        : html`<img src=${photo} alt="" loading="lazy" referrerpolicy="no-referrer" />`
    }
    <h4>${resource.name}</h4>
    <p class="quiet">
      ${resource.roomType === null ? nothing : html`${resource.roomType.name} · `}${dates} ·
      ${texts.nights(nights)}
    </p>
    ${bookable ? offersView(view, result) : refusedView(view, result)}`;
}

function offersView(view: View, result: SearchResult): TemplateResult {
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
  const { displayTotal } = offer;
  const isForeign = displayTotal !== null && displayTotal.currency !== offer.currency;
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
      ${isForeign ? html`<p class="quiet">${texts.about(formats.amount(displayTotal))}</p>` : nothing}
      ${
        offer.dueAtPropertyMinorUnits === '0'
          ? nothing
          : html`<p class="quiet">
              ${texts.plusAtProperty(formats.price(offer.dueAtPropertyMinorUnits, offer.currency))}
            </p>`
      }
    </div>
    <button
      type="button"
      part="button"
      aria-label=${texts.chooseOffer(planName, resource.name, price)}
      aria-disabled=${String(model.busy !== null)}
      @click=${choose}
    >
      ${texts.choose}
    </button>`;
}

function refundText(
  { texts, formats }: View,
  { refundability, freeUntil }: Offer,
  timezone: string,
): string | typeof nothing {
  if (freeUntil !== null) return texts.freeUntil(formats.dateTime(freeUntil, timezone));
  if (refundability === 'refundable') return texts.refundable;
  if (refundability === 'partially_refundable') return texts.partiallyRefundable;
  if (refundability === 'non_refundable') return texts.nonRefundable;
  return nothing;
}

/** Why it cannot be booked, and what can be instead. */
function refusedView(view: View, { reasons, problems, alternatives }: SearchResult): TemplateResult {
  const { texts, model } = view;
  const why = reasons.map((reason) => texts.reasons[reason]);
  if (problems.includes('no_pricing_rule')) why.push(texts.missingPrice);
  return html`<ul class="reasons">
      ${why.map((text) => html`<li>${text}</li>`)}
    </ul>
    ${alternativesView(
      view,
      alternatives.filter((alternative) => choiceOf(model.known, alternative) !== null),
    )}`;
}
