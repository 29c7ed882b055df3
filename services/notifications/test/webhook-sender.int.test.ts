import { newId } from '@lodging/kit-runtime';
import { fixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { createWebhookSender } from '../src/outbound/deliveries/webhook-sender.ts';
import { newWebhookSecret } from '../src/outbound/deliveries/sign-webhook.ts';

const clock = fixedClock('2026-11-20T09:00:00Z');
const PORT = 'The address names a port: only 443 is supported.';
const INSIDE = 'The address is not on the public internet.';
let receiver: Receiver;
let port: number;

beforeAll(async () => {
  receiver = await startReceiver();
  port = Number(new URL(receiver.url('/')).port);
});
beforeEach(() => {
  receiver.received.splice(0);
  receiver.answer = answerOk;
});
afterAll(() => receiver.stop());

function postTo(url: string, options: Partial<Parameters<typeof createWebhookSender>[0]> = {}) {
  const sender = createWebhookSender({ clock, allowLocalhost: false, timeoutMs: 1_000, ...options });
  const letter = {
    url,
    tenantId: newId(),
    reservationId: null,
    eventType: 'reservation.confirmed',
    eventId: 'e',
    body: '{}',
    secrets: [newWebhookSecret()],
    traceparent: null,
  };
  const { signal } = new AbortController();
  return sender.send({ ...letter, signal }).finally(() => sender.close());
}

describe('a webhook is not posted', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['fd00::1'],
    ['fe80::1'],
    ['64:ff9b::7f00:1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2a00:1450:4001::1', '::1'],
  ])('to a name that leads to %s by now, whatever it led to before', async (...addresses) => {
    let lookUps = 0;
    const resolve = async () => (lookUps++ === 0 ? ['8.8.8.8'] : addresses);
    const url = 'https://hooks.example/';
    const sender = createWebhookSender({ clock, allowLocalhost: false, resolve });
    const host = { name: 'hooks.example', isCounted: true };
    expect(await sender.check(url)).toEqual({ ok: true, value: host });
    expect(await postTo(url, { resolve })).toMatchObject({ status: null, error: INSIDE });
    expect(receiver.received).toEqual([]);
    sender.close();
  });

  it.each([
    ['http://hooks.example/', 'The address is not an https address.'],
    ['http://localhost/', INSIDE],
    ['https://localhost/', INSIDE],
    ['https://127.1/', INSIDE],
    ['https://0x7f.1/', INSIDE],
    ['https://2130706433/', INSIDE],
    ['https://[::ffff:127.0.0.1]/', INSIDE],
    ['https://user@hooks.example/', 'The address carries a user name or password, which is not supported.'],
    ['https://hooks.example:25/', PORT],
    ['https://hooks.example:80/', PORT],
    ['https://hooks.example:8443/', PORT],
    ['https://1.1.1.1:5432/', PORT],
  ])('to %s, even where it was let through once', async (url, error) => {
    const lookedUp: string[] = [];
    const resolve = async (host: string) => (lookedUp.push(host), ['8.8.8.8']);
    expect(await postTo(url, { resolve })).toMatchObject({ status: null, error });
    expect(lookedUp).toEqual([]);
  });

  it('in development to any spelling of this machine but the host name localhost over http', async () => {
    const allowed = { allowLocalhost: true };
    for (const host of ['127.0.0.1', '[::1]', 'LOCALHOST', 'localhost.', 'user@localhost']) {
      expect(await postTo(`http://${host}:${port}/`, allowed)).toMatchObject({ status: null });
    }
    expect(await postTo(`https://localhost:${port}/`, allowed)).toMatchObject({ status: null });
    expect(receiver.received).toEqual([]);
    expect(await postTo(`http://localhost:${port}/`, allowed)).toMatchObject({ status: 200 });
  });

  it('in development to a localhost that leads elsewhere', async () => {
    const resolve = async () => ['8.8.8.8'];
    expect(await postTo(`http://localhost:${port}/`, { allowLocalhost: true, resolve })).toMatchObject({
      status: null,
      error: INSIDE,
    });
  });
});

describe('a kept connection', () => {
  const answering = (sender: ReturnType<typeof createWebhookSender>) => {
    const letter = {
      tenantId: newId(),
      reservationId: null,
      eventId: 'e',
      eventType: 'reservation.created',
      body: '{}',
      traceparent: null,
    };
    const { signal } = new AbortController();
    const secrets = [newWebhookSecret()];
    return sender.send({ ...letter, secrets, url: receiver.url('/kept'), signal });
  };

  it('that has ended since is replaced, and that is no failure', async () => {
    const sender = createWebhookSender({ clock, allowLocalhost: true });
    for (let count = 0; count < 5; count += 1) {
      expect(await answering(sender)).toMatchObject({ status: 200 });
      receiver.hangUp();
    }
    sender.close();
  });

  it('that is ended by a receiver that had the webhook for a while is a failure, and not tried again at once', async () => {
    const sender = createWebhookSender({ clock, allowLocalhost: true });
    expect(await answering(sender)).toMatchObject({ status: 200 });
    receiver.answer = (_response, _received, { socket }) => void setTimeout(() => socket.destroy(), 1_200);
    expect(await answering(sender)).toMatchObject({
      status: null,
      error: 'The receiver broke off the connection.',
    });
    expect(receiver.at('/kept')).toHaveLength(2);
    sender.close();
  });
});

it.each([
  ' https://hooks.example/',
  'https://hooks.example/ ',
  'https://hooks.example/a\nb',
  'https://hooks.example/a b',
  'https:hooks.example',
  'https:///hooks.example',
  'https:\\\\hooks.example',
  'https://hooks.example\\@127.0.0.1/',
])('%j is no address, though some would read one in it', async (url) => {
  const sender = createWebhookSender({ clock, allowLocalhost: false, resolve: async () => ['8.8.8.8'] });
  expect(await sender.check(url)).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } });
  sender.close();
});

it('a name that cannot be found now is let through at creation, because it may be there tomorrow', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  const sender = createWebhookSender({ clock, allowLocalhost: false, resolve });
  const host = { name: 'tomorrow.example', isCounted: true };
  expect(await sender.check('https://tomorrow.example/')).toEqual({ ok: true, value: host });
  expect(await postTo('https://tomorrow.example/', { resolve })).toMatchObject({
    status: null,
    error: 'The name in the address could not be found.',
  });
  sender.close();
});
