import { explanations, problems } from '@lodging/contract-wire';
import type { Explanation, ProblemCode } from '@lodging/contract-wire';
import { operationAnchor } from '../anchors.ts';
import { allCodes } from '../operation-codes.ts';
import type { DocumentedRoute } from '../operation-codes.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';
import { layout } from './layout.ts';
import { inline } from './text.ts';

export function writeProblemPage(
  code: ProblemCode,
  occurrences: readonly DocumentedRoute[],
  isEverywhere: boolean,
): string {
  const { status, title } = problems[code];
  const { meaning, remedy, elsewhere }: Explanation = explanations[code];
  const places = isEverywhere
    ? html`<p>In every operation.</p>`
    : html`<ul>
        ${occurrences.map(listItem)}
      </ul>`;
  return layout({
    title: `${code} · Lodging API`,
    root: '../',
    main: html`<h1>${code}</h1>
      <p class="lead">${title}. HTTP status ${status}.</p>
      <h2>What it means</h2>
      <p>${inline(meaning)}</p>
      <h2>What to do</h2>
      <p>${inline(remedy)}</p>
      <h2>Where it occurs</h2>
      ${elsewhere === undefined ? '' : html`<p>${elsewhere}</p>`}${places}
      <p class="limits">Programs match on the field <code>code</code>; title and detail may change.</p>`,
  });
}

function listItem({ docs, method, path }: DocumentedRoute): Markup {
  return html`<li>
    <a href="../docs${operationAnchor(docs)}"><code>${method} ${path}</code></a> ${docs.summary}
  </li>`;
}

/** All codes, in the order of their statuses. */
export function writeProblemList(): string {
  const byStatus = Map.groupBy(allCodes, (code) => problems[code].status);
  const rows = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, codes]) => codes)
    .map((code) => {
      const { status, title } = problems[code];
      return html`<tr>
        <td class="number">${status}</td>
        <th scope="row">
          <a href="problems/${code}"><code>${code}</code></a>
        </th>
        <td>${title}.</td>
      </tr>`;
    });
  return layout({
    title: 'Problems · Lodging API',
    root: '',
    current: 'problems',
    main: html`<h1>Problems</h1>
      <p>
        An error is <code>application/problem+json</code> (RFC 9457). Programs match on its <code>code</code>;
        its <code>type</code> is the page of that code.
      </p>
      <table class="codes">
        <caption>
          Problem codes
        </caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Title</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
  });
}
