import { explanations, problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance } from 'fastify';
import { html, inline } from './html.ts';
import type { Markup } from './html.ts';
import { problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { docsOf } from './operations/index.ts';
import { operationAnchor } from './reference-page.ts';

interface Occurrence {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

interface ProblemPage {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Besides `operations`. */
  readonly elsewhere?: string;
  readonly operations: readonly Occurrence[];
}

export function serveProblemPages(app: FastifyInstance, routes: readonly DocumentedRoute[]): void {
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) {
      return sendProblem(reply, { code: 'not_found', detail: 'No problem has this code.' });
    }
    const page = problemPage(code, routes);
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'Accept');
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return reply.send(page);
    return reply.type('text/html; charset=utf-8').send(write(page, routes.length).text);
  });
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

export function problemPage(code: ProblemCode, routes: readonly DocumentedRoute[]): ProblemPage {
  const operations = routes
    .filter((route) => problemCodesOf(route).includes(code))
    .map((route) => ({ operationId: docsOf(route).operationId, method: route.method, path: route.path }));
  return { code, ...problems[code], ...explanations[code], operations };
}

function write(page: ProblemPage, operationCount: number): Markup {
  const { code, status, title, meaning, remedy, elsewhere, operations } = page;
  const places =
    operations.length === operationCount
      ? html`<p>In every operation.</p>`
      : html`<ul>
          ${operations.map(place)}
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

function place({ method, path }: Occurrence): Markup {
  return html`<li>
    <a href="../docs${operationAnchor(docsOf({ method, path }))}"><code>${method} ${path}</code></a>
  </li>`;
}
