import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { Webhook } from 'standardwebhooks';

export interface WebhookBody {
  id: string;
  type: string;
  timestamp: string;
  apiVersion: string;
  livemode: boolean;
  sequence: number;
  data: { object: Record<string, unknown> };
}
export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as received. */
  readonly raw: string;
  readonly body: WebhookBody;
  /** In milliseconds, as performance.now() counts. */
  readonly atMs: number;
}

type Behaviour = (response: ServerResponse, nth: number) => void;

export interface WebhookReceiver {
  /** With the only host name that development settings allow. */
  urlOf(path: string): string;
  /** Sets the response of the path, 204 by default. `nth` counts from 1. */
  answer(path: string, behaviour: Behaviour): void;
  received(path: string): readonly Received[];
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const behaviours = new Map<string, Behaviour>();
  const requests = new Map<string, Received[]>();
  const server = createServer((request, response) => {
    void take(request).then((received) => {
      const path = request.url ?? '';
      const known = requests.get(path) ?? [];
      known.push(received);
      requests.set(path, known);
      const behaviour = behaviours.get(path);
      if (behaviour === undefined) response.writeHead(204).end();
      else behaviour(response, known.length);
    });
  });
  // Without an address it listens on IPv4 and IPv6 alike, whichever `localhost` resolves to.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    urlOf: (path) => `http://localhost:${port}${path}`,
    answer: (path, behaviour) => behaviours.set(path, behaviour),
    received: (path) => requests.get(path) ?? [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function take(request: IncomingMessage): Promise<Received> {
  const atMs = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const raw = Buffer.concat(chunks).toString('utf8');
  return { headers: request.headers, raw, body: raw === '' ? ({} as WebhookBody) : JSON.parse(raw), atMs };
}

/** Verifies with the package of Standard Webhooks. Throws where the signature is invalid. */
export function verify({ raw, headers }: Pick<Received, 'raw' | 'headers'>, secret: string): void {
  new Webhook(secret).verify(raw, headers as Record<string, string>);
}

/** The common checks of all deliveries. */
export function expectDelivery(received: Received, secret: string): void {
  verify(received, secret);
  const { headers, body, raw } = received;
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['webhook-id']).toBe(body.id);
  expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(20 * 1024);
  expect(Object.keys(body).toSorted()).toEqual(
    ['id', 'type', 'timestamp', 'apiVersion', 'livemode', 'sequence', 'data'].toSorted(),
  );
  expect(body).toMatchObject({ apiVersion: 'v1', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(raw).not.toMatch(/guest|ada@|clientSecret|_secret_/i);
}
