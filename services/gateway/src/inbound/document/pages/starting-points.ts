import { html } from './html.ts';
import type { Markup } from './html.ts';

/** The three ways to use the API. `sourceUrl` is the address of the source repository, where one is configured. */
export function startingPoints(root: '' | '../', sourceUrl: string | undefined): Markup {
  const titled = (path: string, label: string): Markup =>
    sourceUrl === undefined ? html`${label}` : html`<a href="${sourceUrl}/${path}">${label}</a>`;
  const guides =
    sourceUrl === undefined
      ? ''
      : html`<li>
          <h3>${titled('docs/guides', 'Guides')}</h3>
          <p>A first booking, money and cancellation, webhooks, errors and retries, going live.</p>
        </li>`;
  return html`<h2>Ways to use it</h2>
    <ul class="cards">
      <li>
        <h3>${titled('packages/client', 'TypeScript client')}</h3>
        <p>
          <code>npm install @lodging/client</code> has a method for each operation, with types, retries and
          idempotency keys.
        </p>
      </li>
      <li>
        <h3>${titled('packages/widget', 'Booking widget')}</h3>
        <p>
          <code>&lt;lodging-booking&gt;</code> puts the whole booking path into a hotel’s own page, with a
          publishable key.
        </p>
      </li>
      ${guides}
      <li>
        <h3>For programs</h3>
        <p>
          <a href="${root}openapi.json">openapi.json</a> is the OpenAPI document,
          <a href="${root}reference.json">reference.json</a> an index of it, and
          <a href="${root}llms.txt">llms.txt</a> a guide for agents.
        </p>
      </li>
    </ul>`;
}
