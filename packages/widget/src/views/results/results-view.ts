import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SearchResult } from '../../api/records.ts';
import { choiceOf } from '../../machine/model.ts';
import { descriptionView, photoView } from '../about-view.ts';
import { datesOf } from '../view.ts';
import type { View } from '../view.ts';
import { alternativesView } from './alternatives-view.ts';
import { offersView } from './offers-view.ts';

export function resultsView(view: View): TemplateResult | typeof nothing {
  const { model, texts, act } = view;
  const { found } = model;
  if (found === null || (model.busy === 'search' && found.results.length === 0)) return nothing;
  const { results, nextCursor } = found;
  return html`<section aria-labelledby="results" part="results">
    <h3 id="results" tabindex="-1">${texts.results}</h3>
    <p>${summaryOf(view)}</p>
    <ul class="results">
      ${results.map((result) => html`<li part="result" class="card">${resultView(view, result)}</li>`)}
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

function summaryOf({ model, texts }: View): string | typeof nothing {
  const { found, requestedStay, resourceId } = model;
  if (found === null) return nothing;
  const { results, bookable } = found;
  if (bookable) return texts.resultCount(results.length);
  if (results.length === 0) return texts.nothingFoundHere;
  const isTooSmall = results.every(({ reasons }) => reasons.includes('occupancy_exceeded'));
  if (isTooSmall) {
    const guests = requestedStay.adults + requestedStay.childAges.length;
    const most = Math.max(...results.map(({ resource }) => resource.capacity));
    if (guests > most) return texts.tooMany(guests, most);
  }
  return resourceId === null ? texts.nothingFound : nothing;
}

function resultView(view: View, result: SearchResult): TemplateResult {
  const { texts, model } = view;
  const { resource, from, to, nights, bookable } = result;
  const { id, name, timezone, roomType, photoUrls, capacity } = resource;
  const type = roomType === null ? [] : [roomType.name];
  const choice = {
    resourceId: id,
    resourceName: name,
    timezone,
    ratePlanId: null,
    planName: null,
    from,
    to,
    nights,
  };
  return html`${photoView(view, photoUrls[0])}
    <div class="about">
      <h4>${name}</h4>
      <p class="quiet">${[...type, texts.upTo(capacity)].join(' · ')}</p>
      ${descriptionView(view, model.known[id]?.about)}
      <p class="quiet">${datesOf(view, choice)}</p>
    </div>
    <div class="sale">${bookable ? offersView(view, result) : refusedView(view, result)}</div>`;
}

/** Why it cannot be booked, and what can be instead. */
function refusedView(view: View, { reasons, problems, alternatives }: SearchResult): TemplateResult {
  const { texts, model } = view;
  const why = reasons.map((reason) => texts.reasons[reason]);
  if (problems.includes('no_pricing_rule')) why.push(texts.missingPrice);
  if (problems.includes('party_not_divisible')) why.push(texts.undivided);
  return html`<ul class="reasons">
      ${why.map((text) => html`<li>${text}</li>`)}
    </ul>
    ${alternativesView(
      view,
      alternatives.filter((alternative) => choiceOf(model.known, alternative) !== null),
    )}`;
}
