// Owns the pages behind the `type` of a problem: what a code means, for people and for programs.
import { problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance } from 'fastify';

export function serveProblemPages(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) {
      return sendProblem(reply, { code: 'not_found', detail: 'No problem has this code.' });
    }
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'Accept');
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return reply.send({ code, ...problems[code] });
    return reply.type('text/html; charset=utf-8').send(page(code));
  });
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/** Codes and titles are ours, and hold nothing that HTML would read. */
function page(code: ProblemCode): string {
  const { status, title } = problems[code];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${code}</title></head>
<body>
<h1>${code}</h1>
<p>${title}.</p>
<p>HTTP status ${status}. A program matches on the field <code>code</code> of the answer; wording may change.</p>
</body>
</html>
`;
}
