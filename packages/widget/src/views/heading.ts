import { html } from 'lit';
import type { nothing, TemplateResult } from 'lit';
import { STEP_ID } from './step-view.ts';

/** Where the focus goes when a step begins, so that a screen reader says where the guest is. */
export const HEADING_ID = 'heading';

export function heading(text: string, describedBy: string | typeof nothing = STEP_ID): TemplateResult {
  return html`<h2 id=${HEADING_ID} part="heading" tabindex="-1" aria-describedby=${describedBy}>${text}</h2>`;
}
