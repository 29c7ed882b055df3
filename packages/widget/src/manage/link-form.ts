import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { ManageTexts } from './manage-texts.ts';
import { readForm } from './read-form.ts';

/** A guest without a link enters what the mail of the booking has. */
export function linkForm(
  texts: ManageTexts,
  isBusy: boolean,
  send: (reference: string, email: string) => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    const valueOf = readForm(event);
    send(valueOf('reference'), valueOf('email'));
  };
  return html`<p>${texts.linkWhy}</p>
    <form @submit=${submit}>
      <div class="field">
        <label for="reference">${texts.bookingNumber}</label>
        <input
          id="reference"
          name="reference"
          part="input"
          required
          maxlength="40"
          autocomplete="off"
          spellcheck="false"
        />
      </div>
      <div class="field">
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          part="input"
          type="email"
          required
          maxlength="254"
          autocomplete="email"
        />
      </div>
      <button class="main" part="button" aria-disabled=${String(isBusy)}>${texts.send}</button>
    </form>`;
}
