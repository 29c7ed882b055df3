import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Stage } from '../machine/model.ts';
import type { View } from './view.ts';

export const STEP_ID = 'step';

/** The code belongs to the e-mail address. A hold that has ended is in no step. */
const STEPS: readonly (readonly Stage[])[] = [
  ['search'],
  ['price'],
  ['email', 'code'],
  ['payment'],
  ['confirmed'],
];

/** How far the guest is: in words, and as a bar for the eye. */
export function stepView({ model, texts }: View): TemplateResult | typeof nothing {
  const index = STEPS.findIndex((stages) => stages.includes(model.stage));
  if (index === -1) return nothing;
  return html`<div class="step" part="step">
    <span id=${STEP_ID} class="quiet">${texts.step(index + 1, STEPS.length)}</span>
    <span class="bar" aria-hidden="true">
      ${STEPS.map((_, other) => {
        const state = other < index ? 'done' : other === index ? 'done now' : nothing;
        return html`<span class=${state}>${texts.steps[other]}</span>`;
      })}
    </span>
  </div>`;
}
