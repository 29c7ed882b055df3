import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { heading } from './heading.ts';
import type { View } from './view.ts';

export function paymentView({ model, texts, formats, act }: View): TemplateResult {
  const { hold, quote, isPaymentOpen } = model;
  const due = quote?.schedule[0]?.amountMinorUnits ?? hold?.totalMinorUnits ?? '0';
  const amount = formats.price(due, hold?.currency ?? 'EUR');
  const isFree = hold?.totalMinorUnits === '0';
  return html`${heading(texts.paymentTitle)} ${isFree ? nothing : html`<p>${texts.paymentWhy}</p>`}
    <div class="buttons">
      <button
        class="main"
        part="button"
        type="button"
        aria-disabled=${String(model.busy !== null)}
        @click=${() => act({ kind: 'pay' })}
      >
        ${isFree ? texts.confirmFree : texts.pay(amount)}
      </button>
      ${
        isPaymentOpen && model.notice === null && model.busy === null
          ? html`<button type="button" part="button" @click=${() => act({ kind: 'paid' })}>
              ${texts.checkPayment}
            </button>`
          : nothing
      }
    </div>`;
}
