import { explanations, problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance } from 'fastify';
import { allCodes, problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { PAGE_POLICY } from './pages/layout.ts';
import { writeProblemList, writeProblemPage } from './pages/problem-pages.ts';
import { wantsHtml } from './pages/static-page.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const HEADERS = { 'cache-control': 'public, max-age=3600', vary: 'Accept' };

/** `/problems` and `/problems/{code}`, the `type` of every problem: pages for browsers, JSON for everything else. */
export function serveProblemPages(app: FastifyInstance, routes: readonly DocumentedRoute[]): void {
  app.get('/problems', (request, reply) => {
    reply.headers(HEADERS);
    if (!wantsHtml(request)) {
      return reply.send({ problems: allCodes.map((code) => ({ code, ...problems[code] })) });
    }
    return reply.header('content-security-policy', PAGE_POLICY).type(HTML_TYPE).send(writeProblemList());
  });
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) {
      return sendProblem(reply, { code: 'not_found', detail: 'No problem has this code.' });
    }
    const occurrences = routesWith(code, routes);
    reply.headers(HEADERS);
    if (wantsHtml(request)) {
      const page = writeProblemPage(code, occurrences, occurrences.length === routes.length);
      return reply.header('content-security-policy', PAGE_POLICY).type(HTML_TYPE).send(page);
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
