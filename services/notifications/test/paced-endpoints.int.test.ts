// An endpoint that has never answered with 2xx is tried slowly: its host may not want webhooks.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryQueue } from '../src/outbound/deliveries/delivery-queue.ts';
import { atLeisure, caller, deliveriesOf, endpointAt, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

let webhooks: WebhooksHarness;
let other: ReturnType<WebhooksHarness['newDispatcher']>;
let receiver: Receiver;

beforeAll(async () => {
  [webhooks, receiver] = await Promise.all([startWebhooks({ isPaced: true }), startReceiver()]);
  other = webhooks.newDispatcher();
});
beforeEach(() => {
  receiver.answer = answerOk;
  // The last test may have used the host until a second from then.
  webhooks.clock.advance({ seconds: 2 });
});
afterEach(async () => {
  await settled();
  for (const { who, endpoint } of open.splice(0)) await webhooks.endpoints.delete(who, endpoint.id);
});
afterAll(async () => {
  await other.stop();
  await receiver.stop();
  await webhooks.close();
});

/** Endpoints of the running test. */
const open: { who: ReturnType<typeof caller>; endpoint: { id: string } }[] = [];

async function opened(count = 1) {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(webhooks, who, receiver.url(path));
  open.push({ who, endpoint });
  for (let nth = 0; nth < count; nth += 1) await webhooks.publishUnnoticed(who.tenantId);
  return { who, path, endpoint, key: { tenantId: who.tenantId, endpointId: endpoint.id } };
}
type Opened = Awaited<ReturnType<typeof opened>>;

async function settled(): Promise<void> {
  await eventually('nothing is under way', async () => {
    const text = 'SELECT id FROM deliveries WHERE leased_until IS NOT NULL';
    return (await webhooks.db.acrossTenants((tx) => tx.query(text))).length === 0;
  });
}

const attempted = ({ path }: Opened): number => receiver.at(path).length;
const isScheduled = ({ eventType }: { eventType: string }) => eventType !== 'webhook.ping';
const refuse = (): void => {
  receiver.answer = (response) => void response.writeHead(500).end();
};

/** Both processes look for what is due. */
async function sweep(description: string, isDone: () => boolean): Promise<void> {
  await Promise.all([webhooks.dispatcher.sweep(), other.sweep()]);
  await eventually(description, isDone);
  await settled();
}

/** Neither process finds any of them due, nor gets anything of it. */
async function expectNoneDue(...all: Opened[]): Promise<void> {
  const now = webhooks.clock.now();
  const due = new Set((await webhooks.queue.findDue(now)).map(({ endpointId }) => endpointId));
  expect(all.filter(({ endpoint }) => due.has(endpoint.id))).toEqual([]);
  const claims = all.map(({ key }) => webhooks.queue.claim(key, randomUUID(), 5, now));
  expect((await Promise.all(claims)).flat()).toEqual([]);
}

describe('an endpoint that has never answered with 2xx', () => {
  it('is tried at most once a second by two processes, and what is due waits', async () => {
    refuse();
    const slow = await opened(20);
    for (let second = 1; second <= 4; second += 1) {
      await sweep('it is tried', () => attempted(slow) === second);
      await expectNoneDue(slow);
      webhooks.clock.advance({ milliseconds: 999 });
      await expectNoneDue(slow);
      webhooks.clock.advance({ milliseconds: 1 });
    }
    expect(attempted(slow)).toBe(4);
    const deliveries = await deliveriesOf(webhooks, slow.who, slow.endpoint.id);
    expect(deliveries.every(({ status }) => status === 'pending')).toBe(true);
  });

  it('gets a ping or a redelivery as an attempt of that second, before what is due besides', async () => {
    refuse();
    const slow = await opened(3);
    await webhooks.deliveries.ping(slow.who, slow.endpoint.id);
    await eventually('the ping', () => attempted(slow) === 1);
    const scheduled = (await deliveriesOf(webhooks, slow.who, slow.endpoint.id)).filter(isScheduled);
    const redelivered = scheduled[1];
    await webhooks.deliveries.ping(slow.who, slow.endpoint.id);
    await webhooks.deliveries.redeliver(slow.who, slow.endpoint.id, redelivered?.id ?? '');
    await settled();
    for (let second = 2; second <= 3; second += 1) {
      await expectNoneDue(slow);
      webhooks.clock.advance({ seconds: 1 });
      await sweep('it is tried', () => attempted(slow) === second);
    }
    const events = receiver.at(slow.path).filter(({ body }) => !body.includes('webhook.ping'));
    expect(events.map(({ headers }) => headers['webhook-id'])).toEqual([redelivered?.eventId]);
  });

  it('is as any other from its first 2xx on, also when it fails afterwards', async () => {
    const fresh = await opened(12);
    await webhooks.dispatcher.sweep();
    await eventually('all of them in one second', () => attempted(fresh) === 12);
    refuse();
    await settled();
    for (let count = 0; count < 5; count += 1) await webhooks.publishUnnoticed(fresh.who.tenantId);
    await webhooks.dispatcher.sweep();
    await eventually('five more in the same second', () => attempted(fresh) === 17);
  });

  it('that has a success on record counts as one that answered', async () => {
    refuse();
    const known = await opened(5);
    await atLeisure(webhooks, 'UPDATE webhook_endpoints SET last_success_at = created_at WHERE id = $1', [
      known.endpoint.id,
    ]);
    await webhooks.dispatcher.sweep();
    await eventually('all five', () => attempted(known) === 5);
  });
});

describe('endpoints of one host that have never answered with 2xx', () => {
  it('are tried five times a second over all tenants and processes, each in its turn', async () => {
    refuse();
    const all: Opened[] = [];
    for (let count = 0; count < 12; count += 1) all.push(await opened(3));
    const before = receiver.received.length;
    const total = () => receiver.received.length - before;
    for (let slot = 1; slot <= 12; slot += 1) {
      await sweep('one of them is tried', () => total() === slot);
      webhooks.clock.advance({ milliseconds: 199 });
      await expectNoneDue(...all);
      webhooks.clock.advance({ milliseconds: 1 });
    }
    expect(all.map(attempted)).toEqual(all.map(() => 1));
  });

  it('get one attempt of many that are claimed at the same instant by many processes', async () => {
    const all: Opened[] = [];
    for (let count = 0; count < 6; count += 1) all.push(await opened(3));
    const now = webhooks.clock.now();
    const queues = Array.from({ length: 5 }, () => createDeliveryQueue(webhooks.db));
    const claims = queues.flatMap((queue) => all.map(({ key }) => queue.claim(key, randomUUID(), 5, now)));
    expect((await Promise.all(claims)).flat()).toHaveLength(1);
    await atLeisure(webhooks, 'DELETE FROM deliveries WHERE leased_until IS NOT NULL', []);
  });

  it('do not wait for the time that a process with a wrong clock took', async () => {
    const slow = await opened();
    const inAnHour = webhooks.clock.now().add({ hours: 1 }).toString();
    await atLeisure(
      webhooks,
      `INSERT INTO webhook_hosts (name, next_attempt_at) VALUES ('localhost', $1)
       ON CONFLICT (name) DO UPDATE SET next_attempt_at = excluded.next_attempt_at`,
      [inAnHour],
    );
    await webhooks.dispatcher.sweep();
    await eventually('it is tried', () => attempted(slow) === 1);
  });

  it('delay none that has answered, and are forgotten after a day', async () => {
    const well = await opened();
    await webhooks.dispatcher.sweep();
    await eventually('it answers', () => attempted(well) === 1);
    refuse();
    const slow = [await opened(5), await opened(5)];
    webhooks.clock.advance({ milliseconds: 200 });
    await sweep('one of them is tried', () => slow.map(attempted).includes(1));
    receiver.answer = answerOk;
    for (let count = 0; count < 10; count += 1) await webhooks.publish(well.who.tenantId);
    await eventually('ten more', () => attempted(well) === 11);
    await settled();
    await webhooks.endedRows.purgeExpired(webhooks.clock.now().add({ hours: 25 }));
    expect(await atLeisure(webhooks, 'SELECT name FROM webhook_hosts', [])).toEqual([]);
  });
});
