import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus, findStream, provisionStream } from '../src/index.ts';
import { startNats } from '@lodging/kit-testing/servers';
import { testIdentity, testLogger } from '@lodging/kit-testing';
import { jetstream } from '@nats-io/jetstream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDurable } from '../src/inbox/open-durable.ts';

const publisher = {
  user: 'payments',
  password: 'pay',
  publish: ['evt.payments.>', '$JS.API.STREAM.INFO.EVT_PAYMENTS'],
  subscribe: ['_INBOX_payments.>'],
};
const consumer = {
  user: 'reservations',
  password: 'res:/@',
  publish: [
    '$JS.API.CONSUMER.INFO.EVT_PAYMENTS.reservations',
    '$JS.API.CONSUMER.MSG.NEXT.EVT_PAYMENTS.reservations',
    '$JS.ACK.EVT_PAYMENTS.reservations.>',
  ],
  subscribe: ['_INBOX_reservations.>'],
};
const provisioner = {
  user: 'provisioner',
  password: 'pro',
  publish: [
    ...['INFO', 'CREATE', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.EVT_PAYMENTS`),
    '$JS.API.CONSUMER.INFO.EVT_PAYMENTS.reservations',
    '$JS.API.CONSUMER.CREATE.EVT_PAYMENTS.reservations.>',
  ],
  subscribe: ['_INBOX_provisioner.>'],
};
const stream = { name: 'EVT_PAYMENTS', subjects: ['evt.payments.>'], consumers: ['reservations'] };
const log = testLogger();

let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;
const connectAs = ({ user, password }: { user: string; password: string }) => {
  const url = `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${nats.port}`;
  return connectBus({ url, name: user, identity: testIdentity(), log });
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-nats-'));
  nats = await startNats({ directory, users: [publisher, consumer, provisioner] });
});
afterAll(async () => {
  await nats.stop();
  await rm(directory, { recursive: true });
});

it('lets a provisioner keep the stream, its publisher write to it and its consumer read it, and no more', async () => {
  const [payments, reservations] = [await connectAs(publisher), await connectAs(consumer)];
  const provisioning = await connectAs(provisioner);
  expect(await findStream(payments, stream.name)).toBeUndefined();
  expect(await provisionStream(provisioning, stream)).toEqual({
    created: ['EVT_PAYMENTS', 'EVT_PAYMENTS reservations'],
    updated: [],
  });
  expect(await provisionStream(provisioning, stream)).toEqual({ created: [], updated: [] });
  await jetstream(payments.connection).publish('evt.payments.v1.payment.succeeded', '{}', { msgID: 'one' });
  expect(await findStream(payments, stream.name)).toMatchObject({ lastSequence: 1 });
  const place = { stream: stream.name, durable: 'reservations', filter: 'evt.payments.>' };
  const durable = await openDurable(reservations, place);
  const message = await durable?.next({ expires: 2000 });
  expect(message?.subject).toBe('evt.payments.v1.payment.succeeded');
  expect(await message?.ackAck()).toBe(true);
  await Promise.all([payments, reservations, provisioning].map((bus) => bus.drain()));
});
