import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createServer } from './create-server.ts';
import { keyKindOf } from './key-kind.ts';
import type { HttpSettings } from './settings.ts';

const PATH = '/mcp';
const MAX_BODY_BYTES = 256 * 1024;
const MAX_SUBSCRIPTIONS = 16;

export interface RunningHttp {
  readonly url: string;
  readonly close: () => Promise<void>;
}

type Log = (line: string) => void;

/** Each request brings its own key, and gets a server for that key: there are no sessions. */
export async function serveHttp(settings: HttpSettings, log: Log): Promise<RunningHttp> {
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) =>
      createServer({
        url: settings.url,
        key: authInfo?.token ?? '',
        origin: requestInfo?.headers.get('origin') ?? settings.origin,
        returnUrl: settings.returnUrl,
        log,
      }),
    {
      maxRequestBodySize: MAX_BODY_BYTES,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      // Messages of errors may quote the body.
      onerror: (error) => log(`request refused: ${error.name}`),
    },
  );
  const server = createHttpServer((request, response) => {
    serve(request, response, (web) => respond(web, settings, handler)).catch((error: unknown) => {
      log(`response failed: ${error instanceof Error ? error.name : typeof error}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  request: Request,
  { allowedHosts, allowedOrigins }: HttpSettings,
  handler: McpHttpHandler,
): Promise<Response> {
  const refused =
    hostHeaderValidationResponse(request, [...localhostAllowedHostnames(), ...allowedHosts]) ??
    originValidationResponse(request, [...localhostAllowedOrigins(), ...allowedOrigins]);
  if (refused !== undefined) return refused;
  if (new URL(request.url).pathname !== PATH) return new Response('Not found', { status: 404 });
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const kind = keyKindOf(token);
  if (kind === undefined) return keyRequired();
  return handler.fetch(request, { authInfo: { token, clientId: kind, scopes: [] } });
}

function keyRequired(): Response {
  const error = 'Send `Authorization: Bearer <key>` with a secret or publishable key of the API.';
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_001, message: error } },
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  );
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await answer(toRequest(incoming, gone.signal));
  // The body of a refused request is not read to its end.
  if (response.status >= 400) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct))
    for (const one of value ?? []) headers.append(name, one);
  const { method = 'GET', url = '/' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Only the path of the address is used; the Host header is checked by itself.
  return new Request(new URL(`http://localhost${url.startsWith('/') ? url : '/'}`), {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });
}
