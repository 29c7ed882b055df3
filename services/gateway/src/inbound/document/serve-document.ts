import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownTags } from '../../domain/entity-tags.ts';
import { DOCS_STYLE, writeDocsPage } from './docs-page.ts';
import { writeDocument } from './write-document.ts';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** The page has no script, no picture and no font; its one style is named by its hash. */
const DOCS_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  const document = once(() =>
    page('application/json; charset=utf-8', JSON.stringify(writeDocument(publicUrl))),
  );
  const docs = once(() => page('text/html; charset=utf-8', writeDocsPage(writeDocument(publicUrl))));
  app.get('/openapi.json', (request, reply) => {
    // Tools in other people's browsers read it; there is nothing of anybody's in it.
    reply.header('access-control-allow-origin', '*');
    return send(request, reply, document());
  });
  app.get('/docs', (request, reply) => {
    reply.header('content-security-policy', DOCS_POLICY);
    return send(request, reply, docs());
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Page): FastifyReply {
  reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  const known = knownTags(request.headers['if-none-match']);
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply.type(type).send(body);
}

function page(type: string, text: string): Page {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
