import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** Where the focus goes when a step begins, so that a screen reader says where the guest is. */
export const HEADING_ID = 'heading';

export function heading(text: string): TemplateResult {
  return html`<h2 id=${HEADING_ID} part="heading" tabindex="-1">${text}</h2>`;
}
