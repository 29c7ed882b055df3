import { VerificationError } from '../verification-error.ts';
import { verifyWebhook } from './verify-webhook.ts';
import type { VerifyOptions, WebhookEvent, WebhookHeaders } from './verify-webhook.ts';

export interface WebhookHandlerOptions extends VerifyOptions {
  readonly secret: string | readonly string[];
  /** Runs before the delivery is answered; where it throws, the event is delivered again later. */
  readonly onEvent: (event: WebhookEvent) => Promise<void> | void;
}

/** Far above the size of any event. An unsigned body must not fill the memory before its signature is checked. */
const MOST_BYTES = 1_048_576;

/** The status of the answer: 204, 400 for what the product did not sign, or 413 for what it never sends. */
async function take(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, onEvent, ...options }: WebhookHandlerOptions,
): Promise<204 | 400 | 413> {
  if (body.length > MOST_BYTES) return 413;
  try {
    const event = await verifyWebhook(body, headers, secret, options);
    await onEvent(event);
    return 204;
  } catch (error) {
    if (error instanceof VerificationError) return 400;
    throw error;
  }
}

/** For servers that take a `Request` and give a `Response`: Deno, Bun, Workers, Next.js, Hono. */
export function fetchWebhook(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await bytesOf(request.body ?? []);
    return new Response(null, { status: await take(body, request.headers, options) });
  };
}

interface NodeRequest extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}
interface NodeResponse {
  statusCode: number;
  end(): unknown;
}

/** For Express and other servers on Node's own requests. Mount it before `express.json()`, or behind `express.raw()`. */
export function expressWebhook(
  options: WebhookHandlerOptions,
): (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      response.statusCode = await take(await rawBody(request), request.headers, options);
      response.end();
    } catch (error) {
      next(error);
    }
  };
}

async function rawBody(request: NodeRequest): Promise<string | Uint8Array> {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined) throw new Error('the webhook was parsed already: mount it before express.json()');
  return bytesOf(request);
}

/** All bytes, or of too many as many as show that. The rest is read and dropped: while it sends, a sender sees no answer. */
async function bytesOf(source: AsyncIterable<unknown> | readonly unknown[]): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of source) {
    if (length <= MOST_BYTES) chunks.push(chunk as Uint8Array<ArrayBuffer>);
    length += (chunk as Uint8Array).length;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

interface FastifyApp {
  removeContentTypeParser(type: string): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  post(
    path: string,
    handle: (
      request: { headers: Readonly<Record<string, string | string[] | undefined>>; body: unknown },
      reply: { code(status: number): { send(): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/** A plugin for Fastify: `app.register(fastifyWebhook({ … }), { prefix: '/hooks' })`. Other routes parse bodies as before. */
export function fastifyWebhook(options: WebhookHandlerOptions): (app: FastifyApp) => Promise<void> {
  return async (app) => {
    app.removeContentTypeParser('application/json');
    const parsing = { parseAs: 'buffer', bodyLimit: MOST_BYTES } as const;
    app.addContentTypeParser('application/json', parsing, (_request, body, done) => done(null, body));
    app.post('/', async (request, reply) =>
      reply.code(await take(request.body as Uint8Array, request.headers, options)).send(),
    );
  };
}
