import { explanations, problems } from '@lodging/contract-wire';
import type { Explanation, ProblemCode } from '@lodging/contract-wire';
import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance } from 'fastify';
import { html, inline } from './html.ts';
import type { Markup } from './html.ts';
import { problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { operationAnchor } from './reference-page.ts';

/** `/problems/{code}`, the `type` of every problem: a page for browsers, JSON for everything else. */
export function serveProblemPages(app: FastifyInstance, routes: readonly DocumentedRoute[]): void {
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) {
      return sendProblem(reply, { code: 'not_found', detail: 'No problem has this code.' });
    }
    const occurrences = routesWith(code, routes);
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'Accept');
    if (/\btext\/html\b/i.test(request.headers.accept ?? '')) {
      const page = writePage(code, occurrences, occurrences.length === routes.length);
      return reply.type('text/html; charset=utf-8').send(page.text);
    }
    const operations = occurrences.map(({ docs, method, path }) => ({
      operationId: docs.operationId,
      method,
      path,
    }));
    return reply.send({ code, ...problems[code], ...explanations[code], operations });
  });
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

function routesWith(code: ProblemCode, routes: readonly DocumentedRoute[]): readonly DocumentedRoute[] {
  return routes.filter((route) => problemCodesOf(route).includes(code));
}

function writePage(
  code: ProblemCode,
  occurrences: readonly DocumentedRoute[],
  isEverywhere: boolean,
): Markup {
  const { status, title } = problems[code];
  const { meaning, remedy, elsewhere }: Explanation = explanations[code];
  const places = isEverywhere
    ? html`<p>In every operation.</p>`
    : html`<ul>
        ${occurrences.map(listItem)}
      </ul>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${code}</title>
      </head>
      <body>
        <h1>${code}</h1>
        <p>${title}. HTTP status ${status}.</p>
        <h2>What it means</h2>
        <p>${inline(meaning)}</p>
        <h2>Where it occurs</h2>
        ${elsewhere === undefined ? '' : html`<p>${elsewhere}</p>`}${places}
        <h2>What to do</h2>
        <p>${inline(remedy)}</p>
        <p>A program matches on the field <code>code</code> of the answer; wording may change.</p>
      </body>
    </html> `;
}

function listItem({ docs, method, path }: DocumentedRoute): Markup {
  return html`<li>
    <a href="../docs${operationAnchor(docs)}"><code>${method} ${path}</code></a>
  </li>`;
}
