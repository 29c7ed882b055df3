import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownTags } from '../../domain/entity-tags.ts';
import { REFERENCE_PAGE, REFERENCE_POLICY, serveReferenceFiles } from './reference-page.ts';
import { writeDocument } from './write-document.ts';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** The document for programs at /openapi.json, made by the first request for it, and the reference for people at /docs. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  let document: Page | undefined;
  app.get('/openapi.json', (request, reply) => {
    document ??= pageOf('application/json; charset=utf-8', JSON.stringify(writeDocument(publicUrl)));
    // Tools that run in browsers read it from their own origins; it holds nothing of any tenant.
    reply.header('access-control-allow-origin', '*');
    return send(request, reply, document);
  });
  const reference = pageOf('text/html; charset=utf-8', REFERENCE_PAGE);
  app.get('/docs', (request, reply) => {
    reply.header('content-security-policy', REFERENCE_POLICY);
    return send(request, reply, reference);
  });
  serveReferenceFiles(app);
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
