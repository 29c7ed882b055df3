import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Choice } from '../machine/model.ts';
import type { View } from './view.ts';

/** Remaining minutes that are announced to screen readers. */
const ANNOUNCED_MINUTES = [10, 5, 2, 1];
const MINUTE_MS = 60_000;

/** For how long the stay is held. */
export function holdView(view: View, choice: Choice, leftMs: number | null): TemplateResult {
  const { model, texts, formats } = view;
  const end = model.hold?.holdExpiresAt ?? null;
  return html`<div class="held" part="hold">
    ${
      leftMs === null || end === null
        ? nothing
        : html`<p>
              ${texts.heldFor}
              <span role="timer" aria-live="off" class="time">${minutesAndSeconds(leftMs)}</span>
              <span class="quiet">(${texts.heldUntil(formats.time(end, choice.timezone))})</span>
            </p>
            <p class="hidden" role="status">${spoken(view, leftMs)}</p>`
    }
  </div>`;
}

function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Changes at a few minutes only: a region that changes each second would never be silent. */
function spoken({ texts }: View, leftMs: number): string | typeof nothing {
  const minutes = ANNOUNCED_MINUTES.findLast((one) => leftMs <= one * MINUTE_MS);
  return minutes === undefined ? nothing : texts.minutesLeft(minutes);
}
