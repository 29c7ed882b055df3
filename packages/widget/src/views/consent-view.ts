import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { View } from './view.ts';

export const CONSENT_ID = 'consent';

/** The box for the terms and the privacy policy of the page; nothing is paid without its tick. */
export function consentView({ texts, terms, privacy, errors }: View): TemplateResult | typeof nothing {
  if (terms === null && privacy === null) return nothing;
  const error = errors[CONSENT_ID];
  const link = (address: string | null, words: string): TemplateResult | typeof nothing =>
    address === null
      ? nothing
      : html`<a href=${address} target="_blank" rel="noopener noreferrer">${words}</a>`;
  const and = terms === null || privacy === null ? '' : ` ${texts.and} `;
  return html`<div class="field">
    <div class="consent">
      <input
        id=${CONSENT_ID}
        part="input"
        type="checkbox"
        required
        aria-describedby=${error === undefined ? nothing : `${CONSENT_ID}-error`}
        aria-invalid=${error === undefined ? nothing : 'true'}
      />
      <label for=${CONSENT_ID}
        >${texts.iAccept} ${link(terms, texts.theTerms)}${and}${link(privacy, texts.thePrivacyPolicy)}.</label
      >
    </div>
    ${error === undefined ? nothing : html`<p class="error" id="${CONSENT_ID}-error">${error}</p>`}
  </div>`;
}

/** An address of the web, absolute. An attribute that is none of it has no link. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address, document.baseURI)) return null;
  const { protocol, href } = new URL(address, document.baseURI);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
