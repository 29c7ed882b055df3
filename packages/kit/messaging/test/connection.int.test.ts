import { systemContext } from '@lodging/kit-runtime';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@lodging/kernel';
import { startNats } from '@lodging/kit-testing/servers';
import { eventually, testIdentity, testLogger } from '@lodging/kit-testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, on, serve } from '../src/index.ts';
import { callers } from './callers.ts';
import type { Bus } from '../src/index.ts';

const users = [
  {
    user: 'payments',
    password: 'p',
    publish: ['evt.payments.>', '_INBOX_reservations.payments.>'],
    subscribe: ['rpc.payments.>', '_INBOX_payments.>', '$SRV.>'],
  },
  {
    user: 'reservations',
    password: 'r:/@',
    publish: ['rpc.payments.>'],
    subscribe: ['_INBOX_reservations.>'],
  },
];
const shape = z.object({ amount: z.number() });
const refund = {
  subject: 'rpc.payments.v1.refund',
  request: shape,
  response: shape,
  refusals: [],
  idempotent: true,
  callers,
};
const log = testLogger();

let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;
let payments: Bus;
let reservations: Bus;
let service: { stop(): Promise<void> };
let running = 0;
let release: () => void = () => undefined;
/** While set, handlers wait for it. */
let held: Promise<void> | undefined;

const connectAs = (index: number): Promise<Bus> => {
  const { user = '', password = '' } = users[index] ?? {};
  const url = `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${nats.port}`;
  return connectBus({ url, name: user, identity: testIdentity(), log });
};

const sendRequest = () => {
  const call = systemContext('01936f2e-0000-7000-8000-000000000001', false, { timeoutMs: 15_000 });
  return reservations.request(refund, { amount: 5 }, call, { timeoutMs: 15_000 });
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-nats-'));
  nats = await startNats({ directory, users });
});
beforeEach(async () => {
  [payments, reservations] = [await connectAs(0), await connectAs(1)];
  const answer = on(refund, async (one) => {
    running += 1;
    await held;
    return ok(one);
  });
  service = await serve(payments, { group: 'payments', log }, [answer]);
});
afterEach(async () => {
  release();
  held = undefined;
  await service.stop();
  await Promise.all([payments.drain(), reservations.drain()]);
});
afterAll(async () => {
  await nats.stop();
  await rm(directory, { recursive: true });
});

describe('a connection to the bus', () => {
  it('needs no right to write to callers: an answer follows its request', async () => {
    expect(await sendRequest()).toMatchObject({ ok: true, value: { amount: 5 } });
    await payments.check();
  });

  it('gives up the requests under way as soon as it breaks, and fails at once until it is back', async () => {
    held = new Promise((resolve) => (release = resolve));
    const before = running;
    const underWay = sendRequest();
    const outcome = expect(underWay).rejects.toThrow('not-connected');
    await eventually('the request runs', () => running === before + 1);
    const { port } = nats;
    await nats.stop();
    const started = performance.now();
    await outcome;
    await expect(sendRequest()).rejects.toThrow('not-connected');
    await expect(reservations.check()).rejects.toThrow('not connected');
    expect(performance.now() - started).toBeLessThan(1500);

    release();
    nats = await startNats({ directory, port, users });
    await eventually('requests are answered again', async () => (await sendRequest()).ok);
    await reservations.check();
  });

  it('waits for a broker that starts later', async () => {
    const { port } = nats;
    await nats.stop();
    const connecting = connectAs(1);
    nats = await startNats({ directory, port, users });
    const late = await connecting;
    await eventually('it is connected', async () => (await late.check(), true));
    await late.drain();
    await eventually('the service is back', async () => (await sendRequest()).ok);
  });
});
