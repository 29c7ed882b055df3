// The broker is killed and comes back while webhooks are on their way: nothing is lost, nothing changes its id.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@lodging/contract-notifications';
import { refundCreated } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream } from '@lodging/kit-messaging';
import type { Answer, Bus } from '@lodging/kit-messaging';
import { startNats } from '@lodging/kit-testing/servers';
import { clientContext, eventually, freshSchema, testIdentity, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { migrations } from '../src/migrations.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { startNotifications } from './start-notifications.ts';

const EVENTS = 60;
const { name: stream, subjects } = streamOf('payments');
const tenantId = randomUUID();
let schema: FreshSchema;
let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;
let bus: Bus;
let service: Awaited<ReturnType<typeof startNotifications>>;
let receiver: Receiver;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-nats-'));
  nats = await startNats({ directory, users: undefined });
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  receiver = await startReceiver();
  const log = testLogger();
  bus = await connectBus({ url: nats.url, name: 'teller', identity: testIdentity(), log });
  await provisionStream(bus, { name: stream, subjects, consumers: ['notifications'] });
  service = await startNotifications({ postgresUrl: schema.url, natsUrl: nats.url });
});
afterAll(async () => {
  await service.stop();
  await bus.drain();
  await nats.stop();
  await receiver.stop();
  await schema.drop();
  await rm(directory, { recursive: true, force: true });
});

const call = () => clientContext(tenantId, true, { timeoutMs: 5_000 });

/** As payments publishes it: stored in the stream when it resolves, and published again when it does not. */
async function publish(id: string, reservationId: string): Promise<void> {
  const facts = { amountMinorUnits: '4000', currency: 'EUR', state: 'succeeded', providerRefundId: 're_1' };
  const envelope = {
    id,
    type: refundCreated.type,
    tenantId,
    livemode: true,
    occurredAt: Temporal.Now.instant().toString(),
    aggregateId: reservationId,
    aggregateVersion: 1,
    data: { refund: { id: randomUUID(), reservationId, ...facts } },
  };
  await bus.connection.request(refundCreated.type, JSON.stringify(envelope), { timeout: 2_000 });
}

const publishUntilKept = (id: string, reservationId: string) =>
  eventually(`${id} is kept`, async () => (await publish(id, reservationId), true), { withinMs: 20_000 });

type EventPage = Answer<z.output<typeof contract.listEvents.response>>;

async function wholeLog() {
  const events: { id: string; sequence: number }[] = [];
  for (let after: string | null = null; ;) {
    const page: EventPage = await bus.request(contract.listEvents, { limit: 100, after }, call());
    if (!page.ok) throw new Error(page.refusal.code);
    events.push(...page.value.events);
    after = page.value.nextAfter;
    if (after === null) return events;
  }
}

it('every event arrives at its endpoint under its one id, through a broker that is killed twice', async () => {
  const request = { url: receiver.url('/all'), eventTypes: ['refund.created' as const] };
  const made = await eventually('the endpoint is made', async () => {
    const answer = await bus.request(contract.createWebhookEndpoint, request, call());
    return answer.ok && answer.value;
  });
  const [stays, ids] = [[randomUUID(), randomUUID()], Array.from({ length: EVENTS }, () => randomUUID())];
  const held = Promise.withResolvers<void>();
  // In mid-delivery: the first of them are at the receiver and not answered when the broker dies.
  receiver.answer = (response) => void held.promise.then(() => response.end());
  for (const [count, id] of ids.entries()) {
    if (count === EVENTS / 3 || count === (EVENTS * 2) / 3) {
      await eventually('deliveries are under way', () => receiver.received.length > 0);
      process.kill(nats.pid, 'SIGKILL');
      await nats.exited;
      held.resolve();
      nats = await startNats({ directory, port: nats.port, users: undefined });
    }
    await publishUntilKept(id, stays[count % 2] ?? '');
  }
  // A publisher without a confirmation publishes again.
  for (const [count, id] of ids.entries()) await publishUntilKept(id, stays[count % 2] ?? '');
  await eventually('all have arrived', () => new Set(arrivedIds()).size === EVENTS, { withinMs: 30_000 });
  const log = await eventually('the log has all', async () => {
    const found = await wholeLog();
    return found.length >= EVENTS && found;
  });
  expect(log.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const stay of stays) {
    const page = await bus.request(
      contract.listEvents,
      { limit: 100, after: null, reservationId: stay },
      call(),
    );
    const sequences = page.ok ? page.value.events.map(({ sequence }) => sequence) : [];
    expect(sequences).toEqual(Array.from({ length: EVENTS / 2 }, (_, index) => index + 1));
  }
  const about = { webhookEndpointId: made.id, limit: 100, after: null };
  const deliveries = await eventually('every delivery succeeded', async () => {
    const page = await bus.request(contract.listWebhookDeliveries, about, call());
    return (
      page.ok && page.value.deliveries.every(({ status }) => status === 'succeeded') && page.value.deliveries
    );
  });
  expect(deliveries.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
}, 90_000);

const arrivedIds = () => receiver.at('/all').map(({ headers }) => headers['webhook-id']);
