import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isHolding } from '../machine/model.ts';
import { confirmedView, overView } from './end-view.ts';
import { codeView, emailView } from './guest-view.ts';
import { noticeView } from './notice-view.ts';
import { paymentView } from './payment-view.ts';
import { priceView } from './price-view.ts';
import { resultsView } from './results/results-view.ts';
import type { View } from './view.ts';
import { searchView } from './search-view.ts';
import { stepView } from './step-view.ts';
import { summaryView } from './summary-view.ts';

export function stageView(
  view: View,
  calendar: TemplateResult | typeof nothing,
  leftMs: number | null,
): TemplateResult {
  const { stage, choice } = view.model;
  const summary = choice === null ? nothing : summaryView(view, choice, leftMs);
  const isEnd = stage === 'confirmed' || stage === 'over';
  if (stage === 'search') {
    return html`<div class="layout">
      ${stepView(view)} ${step(view, calendar)}
      <div>${paymentSafeView(view)} ${noticeView(view)} ${resultsView(view)}</div>
    </div>`;
  }
  return html`<div class="layout">
    ${stepView(view)} ${isEnd ? nothing : summary}
    <div class="content">${step(view, calendar)} ${noticeView(view)} ${leaveView(view)}</div>
    ${isEnd ? summary : nothing}
  </div>`;
}

/** Back from paying, in a browser that has kept nothing of the stay. */
function paymentSafeView({ model, texts }: View): TemplateResult | typeof nothing {
  if (model.information !== 'payment_safe') return nothing;
  return html`<div class="notice" part="notice" role="alert"><p>${texts.information.payment_safe}</p></div>`;
}

/** Not once the payment page was opened: what is paid there is for this stay. */
function leaveView({ model, texts, act }: View): TemplateResult | typeof nothing {
  if (!isHolding(model) || model.isPaymentOpen) return nothing;
  return html`<div class="buttons">
    <button type="button" part="button" @click=${() => act({ kind: 'restart' })}>${texts.otherStay}</button>
  </div>`;
}

function step(view: View, calendar: TemplateResult | typeof nothing): TemplateResult | typeof nothing {
  const { stage, quote, choice } = view.model;
  switch (stage) {
    case 'search':
      return searchView(view, calendar);
    case 'price':
      return quote === null || choice === null ? nothing : priceView(view, quote, choice);
    case 'email':
      return emailView(view);
    case 'code':
      return codeView(view);
    case 'payment':
      return paymentView(view);
    case 'confirmed':
      return confirmedView(view);
    case 'over':
      return overView(view);
  }
}
