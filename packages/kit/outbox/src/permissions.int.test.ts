// Owns the proof that the documented permissions, and no more, are enough for a publisher and a consumer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@lodging/kernel';
import { connectBus, ensureStream, findStream, on, serve, systemCall } from '@lodging/kit-messaging';
import { startNats } from '@lodging/kit-servers';
import { eventually, testLogger } from '@lodging/kit-testing';
import { jetstream } from '@nats-io/jetstream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openDurable } from './durable-consumer.ts';

const publisher = {
  user: 'payments',
  password: 'pay',
  publish: [
    'evt.payments.>',
    '$JS.API.STREAM.INFO.EVT_PAYMENTS',
    '$JS.API.STREAM.CREATE.EVT_PAYMENTS',
    '$JS.API.STREAM.UPDATE.EVT_PAYMENTS',
  ],
  subscribe: ['rpc.payments.>', '_INBOX_payments.>', '$SRV.>'],
};
const consumer = {
  user: 'reservations',
  password: 'res:/@',
  publish: [
    'rpc.payments.>',
    '$JS.API.STREAM.INFO.EVT_PAYMENTS',
    '$JS.API.CONSUMER.INFO.EVT_PAYMENTS.reservations',
    '$JS.API.CONSUMER.CREATE.EVT_PAYMENTS.reservations.>',
    '$JS.API.CONSUMER.MSG.NEXT.EVT_PAYMENTS.reservations',
    '$JS.ACK.EVT_PAYMENTS.reservations.>',
  ],
  subscribe: ['rpc.reservations.>', '_INBOX_reservations.>', '$SRV.>'],
};
const stream = { name: 'EVT_PAYMENTS', subjects: ['evt.payments.>'] };
const log = testLogger();

let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;
const connectAs = ({ user, password }: { user: string; password: string }) => {
  const url = `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${nats.port}`;
  return connectBus({ url, name: user, log });
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-nats-'));
  nats = await startNats({ directory, users: [publisher, consumer] });
});
afterAll(async () => {
  await nats.stop();
  await rm(directory, { recursive: true });
});

it('lets a publisher keep its stream and a consumer read it, each as its own user', async () => {
  const [payments, reservations] = [await connectAs(publisher), await connectAs(consumer)];
  await ensureStream(payments, stream);
  await ensureStream(payments, { ...stream, subjects: ['evt.payments.>'] });
  await jetstream(payments.connection).publish('evt.payments.v1.payment.succeeded', '{}', { msgID: 'one' });
  expect(await findStream(reservations, stream.name)).toMatchObject({ lastSequence: 1 });
  const place = { stream: stream.name, durable: 'reservations', filter: 'evt.payments.>' };
  const durable = await openDurable(reservations, place);
  const message = await durable?.next({ expires: 2000 });
  expect(message?.subject).toBe('evt.payments.v1.payment.succeeded');
  expect(await message?.ackAck()).toBe(true);
  await Promise.all([payments.drain(), reservations.drain()]);
});

it('lets a service answer requests and be found, without a right to write to its callers', async () => {
  const [payments, reservations] = [await connectAs(publisher), await connectAs(consumer)];
  const value = z.object({ amount: z.number() });
  const subject = 'rpc.payments.v1.refund';
  const operation = { subject, request: value, response: value, refusals: [], idempotent: true };
  const service = await serve(payments, { group: 'payments', log }, [on(operation, async (one) => ok(one))]);
  const call = systemCall('01936f2e-0000-7000-8000-000000000001', false, { timeoutMs: 2000 });
  expect(await reservations.ask(operation, { amount: 5 }, call)).toMatchObject({ ok: true });
  await payments.check();
  await service.stop();
  await Promise.all([payments.drain(), reservations.drain()]);
});

it('comes back by itself when NATS was away, and fails at once meanwhile', async () => {
  const [payments, reservations] = [await connectAs(publisher), await connectAs(consumer)];
  const value = z.object({ amount: z.number() });
  const subject = 'rpc.payments.v1.capture';
  const operation = { subject, request: value, response: value, refusals: [], idempotent: true };
  const service = await serve(payments, { group: 'payments', log }, [on(operation, async (one) => ok(one))]);
  const ask = () => {
    const call = systemCall('01936f2e-0000-7000-8000-000000000001', false, { timeoutMs: 5000 });
    return reservations.ask(operation, { amount: 5 }, call);
  };
  const { port } = nats;
  await nats.stop();
  await eventually('the loss is noticed', () => !reservations.isUp());
  const started = performance.now();
  await expect(ask()).rejects.toThrow('not-connected');
  await expect(reservations.check()).rejects.toThrow('not connected');
  expect(performance.now() - started).toBeLessThan(1000);
  nats = await startNats({ directory, port, users: [publisher, consumer] });
  await eventually('requests are answered again', async () => (await ask()).ok);
  await service.stop();
  await Promise.all([payments.drain(), reservations.drain()]);
});
