import { OVERVIEW } from '../introduction.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { startingPoints } from './starting-points.ts';
import { inline } from './text.ts';

/** The pages and documents of this server, by the name of what they are. */
export const PAGES = {
  reference: 'docs',
  problems: 'problems',
  openapi: 'openapi.json',
  index: 'reference.json',
  llms: 'llms.txt',
} as const;

export interface HomeLinks {
  readonly sourceUrl: string | undefined;
  /** Relative to the page; undefined where this server has no widget. */
  readonly widgetManifest: string | undefined;
}

export function writeHomePage({ sourceUrl, widgetManifest }: HomeLinks): string {
  const widget =
    widgetManifest === undefined
      ? ''
      : html`<li>
          <a href="${widgetManifest}">Widget manifest</a>: versions and integrity hashes of the widget’s file
        </li>`;
  return layout({
    title: 'Lodging API',
    root: '',
    main: html`<h1>Lodging API</h1>
      ${OVERVIEW.map((text) => html`<p>${inline(text)}</p>`)}
      <ul>
        <li><a href="docs">Reference</a>: every operation, with samples in curl and TypeScript</li>
        <li><a href="problems">Problems</a>: every error code, what it means and what to do</li>
        ${widget}
      </ul>
      ${startingPoints('', sourceUrl)}`,
  });
}

/** The same for programs. */
export function homeIndex(publicUrl: string, { sourceUrl, widgetManifest }: HomeLinks): object {
  const pages = Object.entries(PAGES).map(([name, path]) => [name, `${publicUrl}/${path}`]);
  return {
    name: 'Lodging API',
    version: 'v1',
    ...Object.fromEntries(pages),
    ...(widgetManifest === undefined ? {} : { widget: `${publicUrl}/${widgetManifest}` }),
    ...(sourceUrl === undefined ? {} : { source: sourceUrl }),
  };
}
