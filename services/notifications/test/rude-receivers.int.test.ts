import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller, deliveryWhen, endpointAt, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Answer, Receiver } from './receiver.ts';

let webhooks: WebhooksHarness;
let receiver: Receiver;

beforeAll(async () => {
  [webhooks, receiver] = await Promise.all([startWebhooks(), startReceiver()]);
});
beforeEach(() => {
  receiver.answer = answerOk;
  receiver.hangUp();
  webhooks.clock.set(Temporal.Now.instant().round('millisecond'));
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.close();
});

/** The first try of a delivery to a receiver that answers so. */
async function tried(answer: Answer) {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(webhooks, who, receiver.url(path));
  receiver.answer = answer;
  await webhooks.publish(who.tenantId);
  const delivery = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
  return { who, path, endpoint, delivery };
}

const BROKEN_OFF = { status: null, error: 'The receiver broke off the connection.' };
const LATE = { status: null, error: 'The receiver did not answer within 0.7 seconds.' };

/** Bytes as they are, on the bare connection. */
const raw =
  (bytes: string): Answer =>
  (_response, _received, request) =>
    void request.socket.write(bytes);
const drip =
  (start: string, drop: string): Answer =>
  (_response, _received, { socket }) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 10);
    socket.once('close', () => clearInterval(timer)).on('error', () => undefined);
  };

describe('a receiver', () => {
  it.each<{ what: string; answer: Answer; attempt: object }>([
    {
      what: 'switches to a protocol that was not requested',
      answer: raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
      attempt: BROKEN_OFF,
    },
    {
      what: 'answers byte by byte, and never ends its headers',
      answer: drip('HTTP/1.1 200 OK\r\n', 'x'),
      attempt: LATE,
    },
    {
      what: 'says again and again that it is working on it',
      answer: drip('', 'HTTP/1.1 102 Processing\r\n\r\n'),
      attempt: LATE,
    },
    {
      what: 'has no end of headers to send',
      answer: raw(`HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(2_000)}\r\n`),
      attempt: BROKEN_OFF,
    },
    { what: 'has a status that is none', answer: raw('HTTP/1.1 xyz OK\r\n\r\n'), attempt: BROKEN_OFF },
    {
      what: 'says two different lengths',
      answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'),
      attempt: BROKEN_OFF,
    },
  ])('that $what has not taken the webhook', async ({ answer, attempt }) => {
    const { delivery } = await tried(answer);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [attempt] });
  });

  it.each<{ what: string; answer: Answer }>([
    {
      what: 'comes byte by byte without end',
      answer: drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'x'),
    },
    {
      what: 'is longer than it says',
      answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and much more'),
    },
    {
      what: 'claims to be packed, and is not',
      answer: raw('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nok'),
    },
  ])('whose answer $what has taken the webhook all the same, and the next one, too', async ({ answer }) => {
    const { who, path, endpoint, delivery } = await tried(answer);
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ status: 200, error: null }] });
    await webhooks.publish(who.tenantId);
    await eventually('the next one', () => receiver.at(path).length === 2);
    await eventually('both are taken', async () => {
      const page = await webhooks.deliveries.list(who, endpoint.id, { limit: 10, after: null });
      return page.ok && page.value.deliveries.every(({ status }) => status === 'succeeded');
    });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('that redirects with %i is not followed', async (status) => {
    const { path, delivery } = await tried((response) =>
      response.writeHead(status, { location: receiver.url('/elsewhere') }).end(),
    );
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status }] });
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('is waited for until the date it names, and for a day at most', async () => {
    const until = (moment: Temporal.Instant) => new Date(moment.epochMilliseconds).toUTCString();
    const inTen = webhooks.clock.now().round('second').add({ minutes: 10 });
    const named = await tried((response) => response.writeHead(503, { 'retry-after': until(inTen) }).end());
    const requested = inTen.since(webhooks.clock.now()).total('seconds');
    const waits = named.delivery.nextAttemptAt?.since(webhooks.clock.now()).total('seconds') ?? 0;
    expect(waits).toBeGreaterThanOrEqual(requested);
    expect(waits).toBeLessThanOrEqual((requested + 1) * 1.1);
    const greedy = await tried((response) => response.writeHead(503, { 'retry-after': '999999999' }).end());
    expect(greedy.delivery.nextAttemptAt?.since(webhooks.clock.now()).total('hours')).toBeCloseTo(24 * 1.1);
  });

  it('shows nothing internal in an attempt: no address, no secret', async () => {
    const { endpoint, delivery } = await tried((_response, _received, request) => request.socket.destroy());
    const shown = JSON.stringify(delivery.attempts);
    for (const word of [endpoint.url, endpoint.secret, '127.0.0.1', 'ECONN', 'localhost']) {
      expect(shown).not.toContain(word);
    }
  });
});
