import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { CONSENT_ID, consentView } from './consent-view.ts';
import { essentialsView } from './essentials-view.ts';
import { heading } from './heading.ts';
import type { View } from './view.ts';

export function paymentView(view: View): TemplateResult {
  const { model, texts, formats, act } = view;
  const { hold, quote, isPaymentOpen } = model;
  const due = quote?.schedule[0]?.amountMinorUnits ?? hold?.totalMinorUnits ?? '0';
  const amount = formats.price(due, hold?.currency ?? 'EUR');
  const isFree = hold?.totalMinorUnits === '0';
  return html`<form novalidate @submit=${(event: SubmitEvent) => pay(view, event)}>
    ${heading(texts.paymentTitle)} ${isFree ? nothing : html`<p>${texts.paymentWhy}</p>`}
    ${essentialsView(view)} ${consentView(view)}
    <div class="buttons">
      <button class="main" part="button" type="submit" aria-disabled=${String(model.busy !== null)}>
        ${isFree ? texts.confirmFree : texts.pay(amount)}
      </button>
      ${
        isPaymentOpen && model.notice === null && model.busy === null
          ? html`<button type="button" part="button" @click=${() => act({ kind: 'paid' })}>
              ${texts.checkPayment}
            </button>`
          : nothing
      }
    </div>
  </form>`;
}

function pay({ texts, act, setErrors }: View, event: SubmitEvent): void {
  event.preventDefault();
  const { target } = event;
  const box =
    target instanceof HTMLFormElement ? target.querySelector<HTMLInputElement>(`#${CONSENT_ID}`) : null;
  const isAccepted = box === null || box.checked;
  setErrors(isAccepted ? {} : { [CONSENT_ID]: texts.consentNeeded });
  if (isAccepted) act({ kind: 'pay' });
}
