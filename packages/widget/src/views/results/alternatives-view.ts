import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Alternative } from '../../api/records.ts';
import { choiceOf } from '../../machine/model.ts';
import type { Choice } from '../../machine/model.ts';
import { datesOf, partyOf } from '../view.ts';
import type { View } from '../view.ts';

export function alternativesView(
  view: View,
  alternatives: readonly Alternative[],
): TemplateResult | typeof nothing {
  const { texts, model } = view;
  const rows = alternatives.flatMap((alternative) => {
    const choice = choiceOf(model.known, alternative);
    return choice === null ? [] : [html`<li>${alternativeView(view, alternative, choice)}</li>`];
  });
  if (rows.length === 0) return nothing;
  return html`<p>${texts.alternatives}</p>
    <ul class="offers" part="alternatives">
      ${rows}
    </ul>`;
}

function alternativeView(view: View, alternative: Alternative, choice: Choice): TemplateResult {
  const { texts, formats, act, model } = view;
  const { kind, shiftDays, totalMinorUnits, currency } = alternative;
  const price = formats.price(totalMinorUnits, currency);
  const what = texts.alternative[kind](shiftDays);
  const name = [choice.resourceName, choice.planName].filter((part) => part !== null).join(', ');
  return html`<div>
      <strong>${what}</strong>
      <p class="quiet">${name}<br />${datesOf(view, choice)}</p>
    </div>
    <div class="price">
      <strong>${price}</strong>
      <p class="quiet">${partyOf(view, choice.nights)}</p>
    </div>
    <button
      type="button"
      part="button"
      aria-label=${texts.chooseOffer(what, name, price)}
      aria-disabled=${String(model.busy !== null)}
      @click=${() => act({ kind: 'choose', choice })}
    >
      ${texts.choose}
    </button>`;
}
