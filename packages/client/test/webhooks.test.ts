import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { expressWebhook, fastifyWebhook, fetchWebhook, verifyWebhook } from '../src/index.ts';
import type { WebhookEvent } from '../src/index.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({
  id: '0197a206-7788-7990-8aab-bccddeeff001',
  type: 'reservation.confirmed',
  timestamp: '2027-05-03T09:05:00.000Z',
  apiVersion: 'v1',
  livemode: true,
  sequence: 2,
  data: { object: { id: '0197a205-2233-7445-8566-778899aabbcc', state: 'confirmed', note: 'Zürich' } },
});

function headersOf(key = secret, sentAt = new Date(), signedBody = body) {
  const id = '0197a206-7788-7990-8aab-bccddeeff001';
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign(id, sentAt, signedBody),
  };
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

describe('a webhook', () => {
  it('is an event that is narrowed by its type', async () => {
    const event = await verifyWebhook(body, new Headers(headersOf()), secret);
    if (event.type !== 'reservation.confirmed') throw new Error('another event');
    const state: string = event.data.object.state;
    expect(state).toBe('confirmed');
  });

  it('may come as bytes, with the headers of Node', async () => {
    const event = await verifyWebhook(Buffer.from(body), headersOf(), secret);
    expect(event).toEqual(JSON.parse(body));
  });

  it('is accepted with any of the secrets while one is rotated', async () => {
    const signed = headersOf(older);
    await expect(verifyWebhook(body, signed, secret)).rejects.toMatchObject({ reason: 'wrong_signature' });
    await expect(verifyWebhook(body, signed, [secret, older])).resolves.toBeDefined();
    const both = `${headersOf(older)['webhook-signature']} ${headersOf()['webhook-signature']}`;
    await expect(
      verifyWebhook(body, { ...signed, 'webhook-signature': both }, secret),
    ).resolves.toBeDefined();
  });

  it.each([
    ['another body', body.replace('confirmed', 'cancelled'), headersOf(), 'wrong_signature'],
    ['a foreign secret', body, headersOf(`whsec_${btoa('x'.repeat(32))}`), 'wrong_signature'],
    ['another id', body, { ...headersOf(), 'webhook-id': 'x' }, 'wrong_signature'],
    ['no signature', body, { ...headersOf(), 'webhook-signature': '' }, 'malformed'],
    ['a signature that is none', body, { ...headersOf(), 'webhook-signature': 'v1,%%%' }, 'wrong_signature'],
    ['a time that is none', body, { ...headersOf(), 'webhook-timestamp': 'soon' }, 'malformed'],
    ['a time long ago', body, headersOf(secret, ago(310)), 'wrong_time'],
    ['a time to come', body, headersOf(secret, ago(-310)), 'wrong_time'],
    ['no headers', body, {}, 'malformed'],
  ])('with %s is refused', async (_what, text, headers, reason) => {
    await expect(verifyWebhook(text, headers, secret)).rejects.toMatchObject({ reason });
  });
});

describe('a handler', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const events: WebhookEvent[] = [];
  const options = { secret, onEvent: (event: WebhookEvent) => void events.push(event) };
  const failing = { secret, onEvent: () => Promise.reject(new Error('the database is away')) };

  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body, headers }).then(({ status }) => status);

  const servers: Record<string, (used: Parameters<typeof fetchWebhook>[0]) => Promise<string>> = {
    async Fetch(used) {
      const handle = fetchWebhook(used);
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        const sent = new Request('http://x/', {
          method: 'POST',
          body,
          headers: request.headers as Record<string, string>,
        });
        response.statusCode = await handle(sent).then(
          ({ status }) => status,
          () => 500,
        );
        response.end();
      };
      return listening(createServer((request, response) => void answer(request, response)));
    },
    Express: (used) =>
      listening(
        createServer((request, response) => {
          void expressWebhook(used)(request, response, () => {
            response.statusCode = 500;
            response.end();
          });
        }),
      ),
    async Fastify(used) {
      const app = fastify();
      closing.push(() => app.close());
      await app.register(fastifyWebhook(used), { prefix: '/hooks' });
      app.post('/other', (request) => ({ parsed: typeof request.body }));
      const url = await app.listen({ port: 0 });
      const other = await fetch(`${url}/other`, { method: 'POST', body, headers: headersOf() });
      expect(await other.json()).toEqual({ parsed: 'object' });
      return `${url}/hooks`;
    },
  };

  async function listening(server: ReturnType<typeof createServer>): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    closing.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it.each(Object.keys(servers))('for %s takes what is signed, and nothing else', async (name) => {
    const url = (await servers[name]?.(options)) ?? '';
    events.length = 0;
    expect(await post(url, headersOf())).toBe(204);
    expect(events).toEqual([JSON.parse(body)]);
    expect(await post(url, headersOf(older))).toBe(400);
    expect(events).toHaveLength(1);
  });

  it.each(Object.keys(servers))('for %s answers an error where the event was not handled', async (name) => {
    const url = (await servers[name]?.(failing)) ?? '';
    expect(await post(url, headersOf())).toBe(500);
  });

  /** A signed delivery of so many bytes. */
  function sized(bytes: number) {
    const text = JSON.stringify({ note: 'x'.repeat(bytes - '{"note":""}'.length) });
    return { method: 'POST', body: text, headers: headersOf(secret, new Date(), text) };
  }
  const MIB = 1_048_576;

  it.each(['Express', 'Fastify'])('for %s takes a body of 1 MiB, and none that is larger', async (name) => {
    const url = (await servers[name]?.(options)) ?? '';
    events.length = 0;
    expect((await fetch(url, sized(MIB))).status).toBe(204);
    expect((await fetch(url, sized(MIB + 1))).status).toBe(413);
    expect(events).toHaveLength(1);
  });

  it('for Fetch takes a body of 1 MiB, and none that is larger', async () => {
    const handle = fetchWebhook(options);
    events.length = 0;
    expect((await handle(new Request('http://x/', sized(MIB)))).status).toBe(204);
    expect((await handle(new Request('http://x/', sized(MIB + 1)))).status).toBe(413);
    expect(events).toHaveLength(1);
  });

  it('for Express drops what comes after 1 MiB, and answers at the end', async () => {
    const refuseToBeKept = () => {
      throw new Error('it was kept');
    };
    const dropped = { length: MIB, toString: refuseToBeKept };
    async function* arriving() {
      yield* [new Uint8Array(MIB), new Uint8Array(1), dropped, dropped];
    }
    const request = { headers: {}, [Symbol.asyncIterator]: arriving };
    const response = { statusCode: 0, end: () => {} };
    await expressWebhook(options)(request, response, (error) => expect(error).toBeUndefined());
    expect(response.statusCode).toBe(413);
  });

  it('for Express says when the body was parsed before', async () => {
    const parsed = Object.assign(new Request('http://x/').headers, {}) && { headers: headersOf(), body: {} };
    const errors: unknown[] = [];
    const request = parsed as unknown as Parameters<ReturnType<typeof expressWebhook>>[0];
    await expressWebhook(options)(request, { statusCode: 0, end: () => {} }, (error) => errors.push(error));
    expect(String(errors[0])).toContain('before express.json()');
  });
});
