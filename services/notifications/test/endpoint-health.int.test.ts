// The health of an endpoint as the API shows it: when it is paused, and when it is disabled.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller, deliveriesOf, deliveryWhen, endpointAt, startWebhooks } from './webhooks-harness.ts';
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
  receiver.mostAtOnce = 0;
  webhooks.clock.set(Temporal.Now.instant().round('millisecond'));
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.close();
});

type Opened = Awaited<ReturnType<typeof opened>>;

async function opened() {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(webhooks, who, receiver.url(path));
  const key = { tenantId: who.tenantId, endpointId: endpoint.id };
  const reread = async () => {
    const found = await webhooks.endpoints.find(who, endpoint.id);
    if (found === undefined) throw new Error('the endpoint is gone');
    return found;
  };
  const failures = (count: number) =>
    eventually(`${count} failures`, async () =>
      (await reread()).failureCount >= count ? reread() : undefined,
    );
  const isDue = async () =>
    (await webhooks.queue.findDue(webhooks.clock.now())).some(({ endpointId }) => endpointId === endpoint.id);
  return { who, path, endpoint, key, reread, failures, isDue };
}

const answerWith =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

describe('failureCount', () => {
  it('counts every failed try once, also of many that end at the same moment in several processes', async () => {
    const { who, key, reread } = await opened();
    for (let count = 0; count < 5; count += 1) await webhooks.publishUnnoticed(who.tenantId);
    const [one, other] = [randomUUID(), randomUUID()];
    const now = webhooks.clock.now();
    const leases = [
      ...(await webhooks.queue.claim(key, one, 3, now)).map((lease) => ({ lease, owner: one })),
      ...(await webhooks.queue.claim(key, other, 2, now)).map((lease) => ({ lease, owner: other })),
    ];
    expect(leases).toHaveLength(5);
    const result = { at: now, status: 500, durationMs: 1, error: 'no' };
    const decision = { status: 'pending', nextAttemptAt: now.add({ seconds: 5 }) } as const;
    const record = ({ lease, owner }: (typeof leases)[number]) =>
      webhooks.queue.record(key, owner, [{ lease, result, decision }], now);
    // Each is reported twice, as after a lost response of the database.
    await Promise.all([...leases, ...leases].map(record));
    expect(await reread()).toMatchObject({
      failureCount: 5,
      lastFailureAt: now.add({ milliseconds: 1 }),
      lastSuccessAt: null,
    });
  });

  it('returns to 0 with a success, and the times of the last failure and success are the latest ones', async () => {
    const { who, endpoint, reread, failures } = await opened();
    receiver.answer = answerWith(500);
    await webhooks.publish(who.tenantId);
    const { lastFailureAt } = await failures(1);
    webhooks.clock.advance({ seconds: 6 });
    receiver.answer = answerOk;
    await webhooks.dispatcher.sweep();
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    const well = await reread();
    expect(well).toMatchObject({ failureCount: 0, lastFailureAt });
    const since = well.lastSuccessAt?.since(webhooks.clock.now()).total('seconds') ?? -1;
    expect(since).toBeGreaterThanOrEqual(0);
    expect(since).toBeLessThan(1);
  });
});

describe('an endpoint that keeps failing', () => {
  it('is given a rest after ten failures in a row, then tried one at a time until it takes one', async () => {
    const { who, path, reread, failures, isDue } = await opened();
    receiver.answer = answerWith(500);
    for (let count = 0; count < 30; count += 1) await webhooks.publishUnnoticed(who.tenantId);
    await webhooks.dispatcher.sweep();
    const atTen = await failures(10);
    await eventually('nothing is under way', async () => {
      const leased = await webhooks.db.inTenant(who.tenantId, (tx) =>
        tx.query('SELECT id FROM deliveries WHERE leased_until IS NOT NULL'),
      );
      return leased.length === 0 && receiver.at(path).length === (await reread()).failureCount;
    });
    const failed = (await reread()).failureCount;
    expect(failed).toBeLessThan(10 + 5);
    expect(atTen.enabled).toBe(true);
    const restSeconds = 10 * 2 ** (failed - 10);
    webhooks.clock.advance({ seconds: restSeconds - 1 });
    expect(await isDue()).toBe(false);
    webhooks.clock.advance({ seconds: 1 });
    expect(await isDue()).toBe(true);
    receiver.mostAtOnce = 0;
    await webhooks.dispatcher.sweep();
    await failures(failed + 1);
    expect([receiver.mostAtOnce, await isDue()]).toEqual([1, false]);
    receiver.answer = answerOk;
    webhooks.clock.advance({ minutes: 6 });
    await webhooks.dispatcher.sweep();
    await eventually(
      'all have been taken',
      () =>
        new Set(
          receiver
            .at(path)
            .slice(failed + 1)
            .map(idOf),
        ).size === 30,
    );
    await eventually('it is well again', async () => (await reread()).failureCount === 0);
  });

  it('is tried once when a delivery is requested', async () => {
    const { who, path, endpoint, failures, isDue } = await opened();
    receiver.answer = answerWith(500);
    for (let count = 0; count < 30; count += 1) await webhooks.publishUnnoticed(who.tenantId);
    await webhooks.dispatcher.sweep();
    await failures(10);
    await eventually('it rests', async () => !(await isDue()) && (await underWay()) === 0);
    const before = receiver.at(path).length;
    await webhooks.deliveries.ping(who, endpoint.id);
    await eventually('the ping', () => receiver.at(path).at(-1)?.body.includes('webhook.ping'));
    await failures(before + 1);
    expect([await isDue(), receiver.at(path).length]).toEqual([false, before + 1]);
  });

  it('rests alone: another endpoint of the same tenant receives everything meanwhile', async () => {
    const { who, failures } = await opened();
    const well = await endpointAt(webhooks, who, receiver.url('/well'));
    receiver.answer = (response, { path }) => void response.writeHead(path === '/well' ? 204 : 500).end();
    for (let count = 0; count < 12; count += 1) await webhooks.publish(who.tenantId);
    await failures(10);
    const ping = await webhooks.deliveries.ping(who, well.id);
    expect(ping.ok).toBe(true);
    await eventually('thirteen at the other', () => receiver.at('/well').length === 13);
  });

  it('for five days, and only fails, is disabled, and what waits for it is dead; one success restarts the five days', async () => {
    const [hopeless, recovering] = [await opened(), await opened()];
    const recoversAt = webhooks.clock.now().add({ hours: 60 });
    let isUp = false;
    receiver.answer = (response, { path }) => {
      response.writeHead(path === recovering.path && isUp ? 204 : 503).end();
    };
    /** One more event for each of them, and whatever else is due by now. */
    const goOn = async (endpoints: readonly Opened[]): Promise<void> => {
      isUp = Temporal.Instant.compare(webhooks.clock.now(), recoversAt) === 0;
      const before = receiver.received.length;
      for (const { who } of endpoints) await webhooks.publishUnnoticed(who.tenantId);
      await webhooks.dispatcher.sweep();
      await eventually('a try at each', () =>
        endpoints.every(({ path }) => receiver.received.slice(before).some((got) => got.path === path)),
      );
      await eventually('everything is written down', async () => (await underWay()) === 0);
    };
    for (let quarters = 0; quarters < 20; quarters += 1) {
      await goOn([hopeless, recovering]);
      webhooks.clock.advance({ hours: 6 });
    }
    expect((await hopeless.reread()).enabled).toBe(true);
    await goOn([hopeless, recovering]);
    expect((await hopeless.reread()).enabled).toBe(false);
    expect(await recovering.reread()).toMatchObject({ enabled: true });
    expect((await hopeless.reread()).lastSuccessAt).toBeNull();
    await webhooks.queue.retire(webhooks.clock.now());
    const dead = await deliveriesOf(webhooks, hopeless.who, hopeless.endpoint.id);
    expect(dead.every(({ status, nextAttemptAt }) => status === 'dead' && nextAttemptAt === null)).toBe(true);
    const count = dead.length;
    await webhooks.publish(hopeless.who.tenantId);
    expect(await deliveriesOf(webhooks, hopeless.who, hopeless.endpoint.id)).toHaveLength(count);
  });

  it('leaves nothing behind for ever: what a process that died was sending is dead, too', async () => {
    const { who, endpoint, key, failures } = await opened();
    for (let count = 0; count < 2; count += 1) await webhooks.publishUnnoticed(who.tenantId);
    const [lost] = await webhooks.queue.claim(key, randomUUID(), 1, webhooks.clock.now());
    expect(lost).toBeDefined();
    receiver.answer = answerWith(410);
    await webhooks.dispatcher.sweep();
    await failures(1);
    await webhooks.queue.retire(webhooks.clock.now());
    expect((await deliveriesOf(webhooks, who, endpoint.id)).map(({ status }) => status)).toContain('pending');
    webhooks.clock.advance({ seconds: 31 });
    await webhooks.queue.retire(webhooks.clock.now());
    expect((await deliveriesOf(webhooks, who, endpoint.id)).map(({ status }) => status)).toEqual([
      'dead',
      'dead',
    ]);
    expect(
      (await webhooks.queue.findDue(webhooks.clock.now())).map(({ endpointId }) => endpointId),
    ).not.toContain(endpoint.id);
  });

  async function underWay(): Promise<number> {
    const rows = await webhooks.db.acrossTenants((tx) =>
      tx.query('SELECT id FROM deliveries WHERE leased_until IS NOT NULL'),
    );
    return rows.length;
  }
});

describe('a delivery that is requested again', () => {
  it('while the last try of its schedule is under way and fails is sent again all the same', async () => {
    const { who, endpoint, key, reread } = await opened();
    await webhooks.publishUnnoticed(who.tenantId);
    await webhooks.db.inTenant(who.tenantId, (tx) =>
      tx.query('UPDATE deliveries SET tries = 7 WHERE endpoint_id = $1', [endpoint.id]),
    );
    const owner = randomUUID();
    const [lease] = await webhooks.queue.claim(key, owner, 1, webhooks.clock.now());
    if (lease === undefined) throw new Error('nothing was claimed');
    // A requested delivery may start at once: its response waits until the failure has been handled.
    const looked = Promise.withResolvers<void>();
    receiver.answer = (response) => void looked.promise.then(() => response.end());
    expect((await webhooks.deliveries.redeliver(who, endpoint.id, lease.deliveryId)).ok).toBe(true);
    const result = { at: webhooks.clock.now(), status: 500, durationMs: 1, error: 'no' };
    await webhooks.queue.record(
      key,
      owner,
      [{ lease, result, decision: { status: 'dead' } }],
      webhooks.clock.now(),
    );
    expect(await deliveriesOf(webhooks, who, endpoint.id)).toMatchObject([{ status: 'pending' }]);
    expect(await reread()).toMatchObject({ failureCount: 1 });
    looked.resolve();
    await webhooks.dispatcher.sweep();
    const done = await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    expect(done.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('again and again keeps its newest attempts, and every page of such deliveries can be read', async () => {
    const { who, path, endpoint } = await opened();
    // The longest that an answer can become when it is written as JSON.
    receiver.answer = (response) => void response.end('\u0001'.repeat(5_000));
    for (let count = 0; count < 4; count += 1) await webhooks.publish(who.tenantId);
    await eventually('four', () => receiver.at(path).length === 4);
    const made = await deliveriesOf(webhooks, who, endpoint.id);
    // A redelivery during an attempt counts that attempt as the requested one, so each round waits for the one before.
    const allTaken = () =>
      eventually('all are taken', async () => {
        const page = await everyDelivery(who, endpoint.id, 3);
        return page.deliveries.every(({ status }) => status === 'succeeded');
      });
    for (let count = 0; count < 34; count += 1) {
      await allTaken();
      const before = receiver.at(path).length;
      for (const { id } of made) await webhooks.deliveries.redeliver(who, endpoint.id, id);
      await eventually('they were sent again', () => receiver.at(path).length > before);
    }
    await allTaken();
    const { deliveries, largest } = await everyDelivery(who, endpoint.id, 100);
    expect(deliveries.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    for (const { attempts } of deliveries) expect(attempts.length).toBeLessThanOrEqual(32);
    expect(largest).toBeLessThan(2 * 1_024 * 1_024);
  });

  async function everyDelivery(
    who: { tenantId: string; livemode: boolean },
    endpointId: string,
    limit: number,
  ) {
    const deliveries: Awaited<ReturnType<typeof deliveriesOf>>[number][] = [];
    let largest = 0;
    for (let after: { createdAt: string; id: string } | null = null; ;) {
      const page: Awaited<ReturnType<WebhooksHarness['deliveries']['list']>> = await webhooks.deliveries.list(
        who,
        endpointId,
        {
          limit,
          after,
        },
      );
      if (!page.ok) throw new Error(page.refusal.code);
      deliveries.push(...page.value.deliveries);
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(page.value.deliveries)));
      after = page.value.nextAfter;
      if (after === null) return { deliveries, largest };
    }
  }
});

describe('pings and redeliveries of an endpoint', () => {
  it('are 300 in a minute at most, together, and another endpoint of the tenant has its own', async () => {
    const { who, endpoint } = await opened();
    const other = await endpointAt(webhooks, who, receiver.url(`/${randomUUID()}`));
    await webhooks.publish(who.tenantId);
    const delivery = await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    const redeliver = () => webhooks.deliveries.redeliver(who, endpoint.id, delivery.id);
    const ping = () => webhooks.deliveries.ping(who, endpoint.id);
    const requests = [
      ...Array.from({ length: 20 }, () => redeliver),
      ...Array.from({ length: 300 }, () => ping),
    ];
    const answers: Awaited<ReturnType<typeof ping | typeof redeliver>>[] = [];
    // A service waits a second for a connection of its pool: all at once would be too many on a busy machine.
    while (requests.length > 0)
      answers.push(...(await Promise.all(requests.splice(0, 40).map((request) => request()))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(300);
    const limited = { ok: false, refusal: { code: 'rate_limited', extra: { retryAfterSeconds: 1 } } };
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(limited);
    expect(await webhooks.deliveries.ping(who, other.id)).toMatchObject({ ok: true });
    webhooks.clock.advance({ seconds: 1 });
    expect(await webhooks.deliveries.ping(who, endpoint.id)).toMatchObject({ ok: true });
    webhooks.clock.advance({ minutes: 1 });
    expect(await webhooks.deliveries.redeliver(who, endpoint.id, delivery.id)).toMatchObject({ ok: true });
  }, 30_000);
});

describe('secrets', () => {
  it('that are rotated again and again sign with a few of the newest, so that a request stays small', async () => {
    const { who, path, endpoint } = await opened();
    const secrets: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const rotated = await webhooks.endpoints.rotateSecret(who, endpoint.id);
      secrets.push(rotated.ok ? rotated.value.secret : '');
    }
    await webhooks.deliveries.ping(who, endpoint.id);
    const [got] = await eventually('the ping', () => receiver.at(path).length > 0 && receiver.at(path));
    const headers = got?.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(5);
    for (const each of secrets.slice(-5)) new Webhook(each).verify(got?.body ?? '', headers);
  });
});

const idOf = ({ headers }: Receiver['received'][number]) => headers['webhook-id'];
