import { html } from './html.ts';
import type { Markup } from './html.ts';
import { STYLESHEET_PATH } from './stylesheet.ts';

/** Of every page: no script, one stylesheet of this server, no other address. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Layout {
  readonly title: string;
  /** Relative, because the gateway may be behind a path of a proxy: empty, or `../` for a page within a folder. */
  readonly root: '' | '../';
  readonly current?: 'docs' | 'problems';
  readonly sidebar?: Markup;
  readonly main: Markup;
}

export function layout({ title, root, current, sidebar, main }: Layout): string {
  const link = (page: 'docs' | 'problems', label: string) =>
    page === current
      ? html`<a href="${root}${page}" aria-current="page">${label}</a>`
      : html`<a href="${root}${page}">${label}</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${root}${STYLESHEET_PATH}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <nav aria-label="Pages">
            <a class="home" href="${root === '' ? './' : root}">Lodging API</a>
            ${link('docs', 'Reference')} ${link('problems', 'Problems')}
          </nav>
        </header>
        <div class="${sidebar === undefined ? 'page' : 'page with-sidebar'}">
          ${sidebar ?? ''}
          <main id="content">${main}</main>
        </div>
      </body>
    </html> `.text;
}
