import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { alternativesView } from './results/alternatives-view.ts';
import type { View } from './view.ts';

/** A refusal: its reason, the alternatives, and a retry where that can help. */
export function noticeView(view: View): TemplateResult | typeof nothing {
  const { model, texts, formats, act } = view;
  const { notice } = model;
  if (notice === null) return nothing;
  const { problem, retry } = notice;
  const text = texts.refusals[problem.code];
  const dates = problem.missingDates.map((date) => formats.date(date));
  const wait = problem.retryAfterSeconds;
  return html`<div class="notice" part="notice" data-code=${problem.code}>
    <div role="alert">
      <p>${text ?? texts.otherRefusal(problem.code)}</p>
      ${list([...problem.reasons.map((reason) => texts.reasons[reason]), ...dates])}
      ${wait === null ? nothing : html`<p>${texts.retryIn(wait)}</p>`}
    </div>
    ${
      text === undefined && problem.requestId !== null
        ? html`<p class="quiet">${texts.requestId(problem.requestId)}</p>`
        : nothing
    }
    ${alternativesView(view, problem.alternatives)}
    ${
      retry === null
        ? nothing
        : html`<button type="button" part="button" @click=${() => act({ kind: 'retry' })}>
            ${texts.retry}
          </button>`
    }
  </div>`;
}

function list(items: readonly string[]): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}
