import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownTags } from '../../domain/entity-tags.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { FILES, readWidgetFiles } from './read-widget-files.ts';
import type { Representations } from './read-widget-files.ts';

/** Any page may load a file and check its hash; it holds nothing of any tenant. */
const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The components, one address a file and version; without a directory every address is 404. */
export function serveWidget(app: FastifyInstance, directory: string | undefined): void {
  const files = directory === undefined ? undefined : readWidgetFiles(directory);

  app.get('/widget/manifest.json', (_request, reply) => {
    reply.headers(FOR_ANY_PAGE);
    if (files === undefined) return notHere(reply, 'This deployment does not serve the widget.');
    return reply.header('cache-control', 'public, max-age=60').send(files.manifest);
  });

  for (const file of FILES) {
    app.get<{ Params: { version: string } }>(`/widget/:version/${file}`, (request, reply) => {
      reply.headers(FOR_ANY_PAGE);
      const found = files?.versions.get(request.params.version)?.get(file);
      if (found === undefined) return notHere(reply, 'This version of the widget is not served here.');
      return sendFile(request, reply, found);
    });
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: Representations): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { body, etag } = file[encoding];
  reply.headers({ etag, vary: 'Accept-Encoding', 'cache-control': 'public, max-age=31536000, immutable' });
  if (isKnown(request, etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/javascript; charset=utf-8').send(body);
}

/** Not stored by caches: during a rollout another process may have the version already. */
function notHere(reply: FastifyReply, detail: string): FastifyReply {
  return sendProblem(reply, { code: 'not_found', detail });
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = knownTags(request.headers['if-none-match']);
  return known.includes(etag) || known.includes('*');
}
