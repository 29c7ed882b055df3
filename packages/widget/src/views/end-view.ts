import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { heading } from './heading.ts';
import type { View } from './view.ts';

export function confirmedView(view: View): TemplateResult {
  const { model, texts, act } = view;
  const { hold } = model;
  return html`${heading(texts.confirmedTitle)}
    <p>${hold?.totalMinorUnits === '0' ? nothing : texts.paymentReceived} ${texts.confirmedWhy}</p>
    <p class="essentials">${texts.bookingNumber}<br /><code>${hold?.reference}</code></p>
    <button type="button" part="button" @click=${() => act({ kind: 'restart' })}>${texts.another}</button>`;
}

/** The hold has ended without a booking. */
export function overView({ model, texts, act }: View): TemplateResult {
  return html`${heading(texts.overTitle, nothing)}
    <p>${texts.overWhy}</p>
    ${
      model.isPaymentOpen
        ? html`<p>${texts.overPaid}</p>
            <button type="button" part="button" @click=${() => act({ kind: 'check' })}>
              ${texts.checkPayment}
            </button>`
        : nothing
    }
    <div class="buttons">
      <button class="main" part="button" type="button" @click=${() => act({ kind: 'requote' })}>
        ${texts.requestSameStay}
      </button>
      <button type="button" part="button" @click=${() => act({ kind: 'restart' })}>${texts.startOver}</button>
    </div>`;
}
