import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { pendingPart } from './change/change-views.ts';
import type { PendingChange } from './change/pending-change.ts';
import type { ManageTexts } from './manage-texts.ts';
import { cancellationPart, contactPart, paymentsPart, pricePart, stayPart } from './manage-views.ts';
import type { ManageView } from './rows.ts';

/** What has just happened. */
export type News = 'cancelled' | 'changed' | 'unpaid';

export function newsPart(texts: ManageTexts, news: News | null): TemplateResult | typeof nothing {
  if (news === null) return nothing;
  const words = { cancelled: texts.cancelled, changed: texts.change.changed, unpaid: texts.change.unpaid };
  return html`<p class="notice good" role="alert">${words[news]}</p>`;
}

export interface BookingStep {
  readonly heading: TemplateResult;
  readonly notice: TemplateResult;
  readonly pending: PendingChange | null;
  readonly isBusy: boolean;
  readonly pay: () => void;
  readonly change: () => void;
  readonly cancel: () => void;
}

/** The whole booking, with what the guest may do. */
export function bookingStep(view: ManageView, step: BookingStep): TemplateResult {
  const { heading, notice, pending, isBusy, pay, change, cancel } = step;
  return html`${heading} ${notice} ${pending === null ? nothing : pendingPart(view, pending, { pay, isBusy })}
  ${stayPart(view, pending === null ? change : undefined)} ${pricePart(view)}
  ${paymentsPart(view, pending === null ? pay : null, isBusy)} ${cancellationPart(view, cancel)}
  ${contactPart(view)}`;
}
