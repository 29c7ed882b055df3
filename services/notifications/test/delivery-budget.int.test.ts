// A tenant has 6,000 deliveries a minute. Beyond them its events wait in the log: they do not multiply, and none is lost.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecovery } from '../src/outbound/events/recovery.ts';
import { createTracing } from '../src/outbound/tracing.ts';
import { collectWebhookStats } from '../src/outbound/deliveries/webhook-stats.ts';
import { openAppend } from './open-append.ts';
import { atLeisure, caller, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';

const PER_MINUTE = 6_000;
let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await startWebhooks();
});
beforeEach(() => webhooks.clock.advance({ minutes: 5 }));
afterAll(() => webhooks.close());

/** A tenant whose endpoints are never tried: what is counted here is what is queued. */
async function tenantWith(endpoints: number) {
  const who = caller();
  const ids: string[] = [];
  for (let count = 0; count < endpoints; count += 1) ids.push(await endpointOf(who));
  return { ...who, endpoints: ids };
}
type Tenant = Awaited<ReturnType<typeof tenantWith>>;

async function endpointOf(who: ReturnType<typeof caller>): Promise<string> {
  const url = `http://localhost:9/${randomUUID()}`;
  const made = await webhooks.endpoints.create(who, { url, eventTypes: ['reservation.updated'] });
  if (!made.ok) throw new Error(made.refusal.detail);
  const pause = 'UPDATE webhook_endpoints SET paused_until = $2 WHERE id = $1';
  await atLeisure(webhooks, pause, [made.value.id, '2999-01-01T00:00:00Z']);
  return made.value.id;
}

const publish = async ({ tenantId }: Tenant, count: number): Promise<string[]> => {
  const events = await Promise.all(
    Array.from({ length: count }, () => webhooks.publishUnnoticed(tenantId, undefined, 'updated')),
  );
  return events.map(({ id }) => id);
};

const read = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await atLeisure(webhooks, text, values)) as Row[];
const queued = async ({ tenantId }: Tenant): Promise<number> => {
  const rows = await read<{ n: number }>(
    'SELECT count(*)::int AS n FROM deliveries WHERE tenant_id = $1',
    tenantId,
  );
  return rows[0]?.n ?? 0;
};
const logged = ({ tenantId }: Tenant) =>
  read<{ id: string; deliveries: number }>(
    `SELECT id, (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1 AND event_id = events.id) AS deliveries
     FROM events WHERE tenant_id = $1 ORDER BY position`,
    tenantId,
  );
const nextMinute = () => webhooks.clock.advance({ minutes: 1 });

describe('pings and redeliveries', () => {
  it('count in the deliveries of the minute, and 300 of them are possible where events have used these up', async () => {
    const busy = await tenantWith(20);
    const pingAll = async (count: number) => {
      const [codes, each] = [[] as string[], Math.ceil(count / busy.endpoints.length)];
      for (const endpoint of busy.endpoints)
        for (let nth = 0; nth < each; nth += 1) {
          const answer = await webhooks.deliveries.ping(busy, endpoint);
          codes.push(answer.ok ? 'ok' : answer.refusal.code);
        }
      return codes;
    };
    expect(await pingAll(40)).toEqual(Array(40).fill('ok'));
    await publish(busy, 300);
    await webhooks.queueDeferred();
    expect((await logged(busy)).filter(({ deliveries }) => deliveries > 0)).toHaveLength(298);
    expect(await queued(busy)).toBe(PER_MINUTE);
    const codes = await pingAll(320);
    expect(codes).toEqual([...Array(300).fill('ok'), ...Array(20).fill('rate_limited')]);
    nextMinute();
    expect(await pingAll(20)).toEqual(Array(20).fill('ok'));
    await webhooks.queueDeferred();
    expect((await logged(busy)).filter(({ deliveries }) => deliveries > 0)).toHaveLength(300);
  });
});

describe('a ping or redelivery that is refused', () => {
  /** What is counted of the tenant and its endpoints. */
  const allowances = ({ tenantId }: Tenant) =>
    read(
      `SELECT e.id, e.request_allowance_at, p.deliveries_since, p.deliveries_made
       FROM webhook_endpoints e LEFT JOIN event_positions p USING (tenant_id) WHERE tenant_id = $1 ORDER BY e.id`,
      tenantId,
    );
  const codeOf = (answer: { ok: boolean; refusal?: { code: string } }) => answer.refusal?.code;

  it("uses nothing of the tenant's minute where there is no such delivery or endpoint", async () => {
    const busy = await tenantWith(2);
    const [first = '', second = ''] = busy.endpoints;
    const other = await tenantWith(1);
    const made = await webhooks.deliveries.ping(busy, first);
    const deliveryId = made.ok ? made.value.deliveryId : '';
    const [before, others] = [await allowances(busy), await allowances(other)];
    const refused = await Promise.all([
      webhooks.deliveries.redeliver(busy, first, randomUUID()),
      webhooks.deliveries.redeliver(busy, second, deliveryId),
      webhooks.deliveries.redeliver(other, other.endpoints[0] ?? '', deliveryId),
      webhooks.deliveries.redeliver(other, first, deliveryId),
      webhooks.deliveries.redeliver(busy, randomUUID(), deliveryId),
      webhooks.deliveries.ping(busy, randomUUID()),
    ]);
    const [delivery, endpoint] = ['webhook_delivery_not_found', 'webhook_endpoint_not_found'];
    expect(refused.map(codeOf)).toEqual([delivery, delivery, delivery, endpoint, endpoint, endpoint]);
    expect([await allowances(busy), await allowances(other)]).toEqual([before, others]);
    expect((await webhooks.deliveries.redeliver(busy, first, deliveryId)).ok).toBe(true);
    expect(await allowances(busy)).not.toEqual(before);
  });

  it('leaves the allowance of its endpoint as it is where the tenant has no delivery left, and reverse', async () => {
    const busy = await tenantWith(1);
    const [endpoint = ''] = busy.endpoints;
    expect((await webhooks.deliveries.ping(busy, endpoint)).ok).toBe(true);
    const setMade = (made: number) =>
      read('UPDATE event_positions SET deliveries_made = $2 WHERE tenant_id = $1', busy.tenantId, made);
    await setMade(PER_MINUTE + 300);
    const full = await allowances(busy);
    expect(codeOf(await webhooks.deliveries.ping(busy, endpoint))).toBe('rate_limited');
    expect(await allowances(busy)).toEqual(full);
    await setMade(1);
    await read(
      `UPDATE webhook_endpoints SET request_allowance_at = $2::timestamptz + interval '60 s' WHERE id = $1`,
      endpoint,
      webhooks.clock.now().toString(),
    );
    const spent = await allowances(busy);
    expect(codeOf(await webhooks.deliveries.ping(busy, endpoint))).toBe('rate_limited');
    expect(await allowances(busy)).toEqual(spent);
  });
});

describe('events beyond the deliveries of a minute', () => {
  it('are in the log at once, and are delivered in the following minutes, in the order of the log', async () => {
    const busy = await tenantWith(20);
    const events = await publish(busy, 700);
    await webhooks.queueDeferred();
    expect(await queued(busy)).toBe(PER_MINUTE);
    const log = await logged(busy);
    expect(log.map(({ id }) => id).toSorted()).toEqual(events.toSorted());
    expect(log.map(({ deliveries }) => deliveries)).toEqual([...Array(300).fill(20), ...Array(400).fill(0)]);
    webhooks.clock.advance({ seconds: 59 });
    await webhooks.queueDeferred();
    expect(await queued(busy)).toBe(PER_MINUTE);
    webhooks.clock.advance({ seconds: 1 });
    await webhooks.queueDeferred();
    expect(await queued(busy)).toBe(2 * PER_MINUTE);
    nextMinute();
    await webhooks.queueDeferred();
    expect((await logged(busy)).map(({ deliveries }) => deliveries)).toEqual(Array(700).fill(20));
    expect(webhooks.errors).toEqual([]);
  });

  it('keep back the later events of their tenant, and those of no other', async () => {
    const [busy, other] = [await tenantWith(50), await tenantWith(1)];
    await publish(busy, 130);
    nextMinute();
    const [late] = await publish(busy, 1);
    await publish(other, 1);
    expect((await logged(busy)).at(-1)).toEqual({ id: late, deliveries: 0 });
    expect(await queued(other)).toBe(1);
    await webhooks.queueDeferred();
    expect((await logged(busy)).at(-1)).toEqual({ id: late, deliveries: 50 });
    const [afterwards] = await publish(busy, 1);
    expect((await logged(busy)).at(-1)).toEqual({ id: afterwards, deliveries: 50 });
  });

  it('are delivered once to each endpoint, whatever several processes log and queue at the same time', async () => {
    const busy = await tenantWith(50);
    const events: string[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      const work = [publish(busy, 60), publish(busy, 60), webhooks.queueDeferred(), webhooks.queueDeferred()];
      events.push(...(await Promise.all(work)).flatMap((ids) => ids ?? []));
      expect(await queued(busy)).toBeLessThanOrEqual((minute + 1) * PER_MINUTE);
      nextMinute();
    }
    await Promise.all([webhooks.queueDeferred(), webhooks.queueDeferred()]);
    const log = await logged(busy);
    expect(log.map(({ id }) => id).toSorted()).toEqual(events.toSorted());
    expect(log.every(({ deliveries }) => deliveries === 50)).toBe(true);
    expect(await deferredEvents(busy)).toBe(0);
    expect(webhooks.errors).toEqual([]);
  });

  it('are not lost where one is being logged while the last before it is queued', async () => {
    const busy = await tenantWith(50);
    await publish(busy, 121);
    nextMinute();
    const late = await openAppend(webhooks, busy, 'reservation.updated');
    try {
      await late.logged();
      const queueing = webhooks.queueDeferred();
      await eventually('it waits for the log of the tenant', async () => {
        const waiting = await read(
          'SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
        );
        return waiting.length > 0;
      });
      await late.commit();
      await queueing;
    } finally {
      await late.end();
    }
    await webhooks.queueDeferred();
    expect((await logged(busy)).at(-1)).toEqual({ id: late.id, deliveries: 50 });
  });

  it('go to the endpoints that were there when they were logged, and are there still', async () => {
    const busy = await tenantWith(50);
    await publish(busy, 125);
    await webhooks.queueDeferred();
    const [deleted, disabled, kept] = busy.endpoints;
    await webhooks.endpoints.delete(busy, deleted ?? '');
    const young = await endpointOf(busy);
    await atLeisure(webhooks, 'UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [disabled]);
    nextMinute();
    const [last] = await publish(busy, 1);
    await webhooks.queueDeferred();
    const of = (endpointId: string | undefined) =>
      read<{ event_id: string }>('SELECT event_id FROM deliveries WHERE endpoint_id = $1', endpointId);
    expect(await of(young)).toEqual([{ event_id: last }]);
    expect(await of(kept)).toHaveLength(126);
    expect([(await of(deleted)).length, (await of(disabled)).length]).toEqual([0, 120]);
  });

  it('wait no longer than a minute for one that a process with a wrong clock began', async () => {
    const busy = await tenantWith(50);
    await publish(busy, 121);
    const inAnHour = webhooks.clock.now().add({ hours: 1 }).toString();
    await atLeisure(webhooks, 'UPDATE event_positions SET deliveries_since = $2 WHERE tenant_id = $1', [
      busy.tenantId,
      inAnHour,
    ]);
    await webhooks.queueDeferred();
    expect(await queued(busy)).toBe(121 * 50);
  });

  it('count as waiting, for their endpoints, in the figures of the service and for their stay', async () => {
    const busy = await tenantWith(50);
    await publish(busy, 119);
    const stay = randomUUID();
    for (const verb of ['updated', 'updated']) await webhooks.publishUnnoticed(busy.tenantId, stay, verb);
    expect(await deferredEvents(busy)).toBe(1);
    for (const { waiting, oldestWaitingAt } of await webhooks.stats(busy)) {
      expect([waiting, oldestWaitingAt]).toEqual([121, webhooks.clock.now()]);
    }
    expect((await collectWebhookStats(webhooks.db)).deferredEvents).toBe(1);
    const about = { tenantId: busy.tenantId, id: stay, place: null };
    expect(await createRecovery(webhooks.db).lookUp?.([about])).toEqual([
      {
        id: stay,
        knows: {
          eventsInLog: 2,
          lastInLog: 'reservation.updated',
          delivered: 0,
          waiting: 100,
          undelivered: 0,
        },
      },
    ]);
    const traced = await createTracing(webhooks.db).entries(busy.tenantId, stay);
    expect(traced.filter(({ detail }) => String(detail).includes('deferred'))).toHaveLength(50);
    expect(traced).toHaveLength(100);
    nextMinute();
    await webhooks.queueDeferred();
    expect((await collectWebhookStats(webhooks.db)).deferredEvents).toBe(0);
    expect((await webhooks.stats(busy)).map(({ waiting }) => waiting)).toEqual(Array(50).fill(121));
  });

  const deferredEvents = async ({ tenantId }: Tenant): Promise<number> => {
    const text = 'SELECT deferred_events::int AS n FROM event_positions WHERE tenant_id = $1';
    return (await read<{ n: number }>(text, tenantId))[0]?.n ?? 0;
  };
});
