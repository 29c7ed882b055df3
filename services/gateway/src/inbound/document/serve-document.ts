import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownTags } from '../../domain/entity-tags.ts';
import { REFERENCE_PAGE, REFERENCE_POLICY, serveReferenceFiles } from './reference-page.ts';
import { writeArazzo } from './arazzo.ts';
import { writeLlmsText, writeReferenceIndex } from './reference-index.ts';
import { documentedRoutes, writeDocument } from './write-document.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** For programs the documents, made by the first request for one; for people the reference at /docs. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  serveText(app, '/openapi.json', JSON_TYPE, () => JSON.stringify(writeDocument(publicUrl)));
  serveText(app, '/reference.json', JSON_TYPE, () =>
    JSON.stringify(writeReferenceIndex(publicUrl, documentedRoutes)),
  );
  serveText(app, '/arazzo.json', JSON_TYPE, () => JSON.stringify(writeArazzo(publicUrl)));
  serveText(app, '/llms.txt', 'text/markdown; charset=utf-8', () =>
    writeLlmsText(publicUrl, documentedRoutes),
  );
  const reference = pageOf('text/html; charset=utf-8', REFERENCE_PAGE);
  app.get('/docs', (request, reply) => {
    reply.header('content-security-policy', REFERENCE_POLICY);
    return send(request, reply, reference);
  });
  serveReferenceFiles(app);
}

function serveText(app: FastifyInstance, path: string, type: string, write: () => string): void {
  let page: Page | undefined;
  app.get(path, (request, reply) => {
    page ??= pageOf(type, write());
    // Tools that run in browsers read it from their own origins; it holds nothing of any tenant.
    reply.header('access-control-allow-origin', '*');
    return send(request, reply, page);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Page): FastifyReply {
  reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  const known = knownTags(request.headers['if-none-match']);
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply.type(type).send(body);
}

function pageOf(type: string, text: string): Page {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
