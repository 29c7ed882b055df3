import fastifyStatic from '@fastify/static';
import { sendProblem } from '@lodging/kit-http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleHeaders } from './console-headers.ts';

const ASSETS = '/console/assets';
const NONCE = '{{nonce}}';
/** 128 random bits. */
const NONCE_BYTES = 16;

export interface ConsolePageDeps {
  readonly randomBytes: (length: number) => Uint8Array;
}

/**
 * The pages of the console, as `packages/console` builds them; without a directory every address is 404. Assets are streamed
 * from the disk, so that they take no memory, in the compressed form that the browser accepts. Any other path is a screen of
 * the one page. Throws where the directory has no page.
 */
export function serveConsole(
  app: FastifyInstance,
  directory: string | undefined,
  { randomBytes }: ConsolePageDeps,
): void {
  if (directory === undefined) return;
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const sendPage = (reply: FastifyReply) => {
    const nonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('base64');
    reply.headers({ ...consoleHeaders(nonce), 'cache-control': 'no-store' });
    return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE, nonce));
  };

  app.get('/console', (_request, reply) => reply.redirect('/console/', 308));
  app.get('/console/', (_request, reply) => sendPage(reply));
  app.get('/console/*', (_request, reply) => sendPage(reply));
  void app.register(serveAssets, { prefix: ASSETS, root: assetsOf(directory) });
}

async function serveAssets(assets: FastifyInstance, { root }: { readonly root: string }): Promise<void> {
  // A missing file is not answered with the page: a browser with an older page would take HTML for a script.
  assets.setNotFoundHandler((_request, reply) => noAsset(reply));
  await assets.register(fastifyStatic, {
    root,
    decorateReply: false,
    preCompressed: true,
    index: false,
    // The name of an asset has the hash of its content.
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => void reply.headers(consoleHeaders()),
  });
}

function assetsOf(directory: string): string {
  const assets = join(directory, 'assets');
  if (!existsSync(assets)) throw new Error(`there are no files of the console in ${assets}`);
  return assets;
}

function noAsset(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, { code: 'not_found', detail: 'The console has no such file.' });
}
