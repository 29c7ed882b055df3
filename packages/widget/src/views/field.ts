import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FieldErrors } from './view.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly errors: FieldErrors;
  /** The input, given its id and whether it is wrong. */
  readonly input: (
    id: string,
    described: string | typeof nothing,
    invalid: 'true' | typeof nothing,
  ) => TemplateResult;
}

export function field({ name, label, errors, input }: Field): TemplateResult {
  const error = errors[name];
  const wrong = error !== undefined;
  return html`<div class="field">
    <label for=${name}>${label}</label>
    ${input(name, wrong ? `${name}-error` : nothing, wrong ? 'true' : nothing)}
    ${wrong ? html`<p class="error" id="${name}-error">${error}</p>` : nothing}
  </div>`;
}
