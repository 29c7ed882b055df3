import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ManageProblem } from './manage-api.ts';
import type { ManageTexts } from './manage-texts.ts';

/** A refusal in words. `retry` is null where a repeated request cannot help. */
export function manageNotice(
  texts: ManageTexts,
  problem: ManageProblem | null,
  retry: (() => void) | null,
): TemplateResult | typeof nothing {
  if (problem === null) return nothing;
  const known: Readonly<Record<string, string>> = {
    guest_token_invalid: texts.linkInvalid,
    penalty_changed: texts.penaltyChanged,
    ...texts.refusals,
    ...texts.change.refusals,
  };
  const { code, retryAfterSeconds: wait } = problem;
  const reasons = problem.reasons.flatMap((reason) => texts.change.reasons[reason] ?? []);
  return html`<div class="notice" part="notice" role="alert" data-code=${code}>
    <p>${known[code] ?? texts.otherRefusal(code)}</p>
    ${reasons.map((reason) => html`<p>${reason}</p>`)}
    ${wait === null ? nothing : html`<p>${texts.retryIn(wait)}</p>`}
    ${
      retry === null
        ? nothing
        : html`<button type="button" part="button" @click=${retry}>${texts.retry}</button>`
    }
  </div>`;
}
