import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { cancellationView } from './cancellation-view.ts';
import { totalTable } from './price-view.ts';
import { datesOf } from './view.ts';
import type { View } from './view.ts';

/** What the guest buys, for how much and on which terms, beside the button that costs money. */
export function essentialsView(view: View): TemplateResult | typeof nothing {
  const { model, texts } = view;
  const { quote, choice } = model;
  const { adults, childAges } = model.requestedStay;
  if (quote === null || choice === null) return nothing;
  return html`<section class="essentials" part="essentials" aria-label=${texts.beforePaying}>
    <p>
      <strong>${choice.resourceName}</strong><br />${datesOf(view, choice)}<br />
      ${texts.party(adults, childAges.length)}
    </p>
    ${totalTable(view, quote, choice.timezone)} ${cancellationView(view, quote, choice.timezone)}
  </section>`;
}
