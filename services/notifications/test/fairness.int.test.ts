// No tenant waits for another: not for very many deliveries of one, and not for very many endpoints that hang.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLeisure, caller, deliveryWhen, endpointAt, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

/** It was the same with a million, only that those take a minute to make. */
const VERY_MANY = 100_000;
let webhooks: WebhooksHarness;
let receiver: Receiver;

beforeAll(async () => {
  // As long as in production: an endpoint that hangs holds its place until the test is over.
  [webhooks, receiver] = await Promise.all([startWebhooks({ timeoutMs: 15_000 }), startReceiver()]);
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.close();
});

async function opened() {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(webhooks, who, receiver.url(path));
  return { who, path, endpoint };
}

/** As if no worker had run for a long while. */
async function queue({ who, endpoint }: Awaited<ReturnType<typeof opened>>, count: number): Promise<void> {
  await atLeisure(
    webhooks,
    `INSERT INTO deliveries (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', $3, $3
     FROM generate_series(1, $4::int)`,
    [who.tenantId, endpoint.id, webhooks.clock.now().toString(), count],
  );
}

describe('a tenant with very many deliveries that wait', () => {
  it('delays no other tenant: others receive at once, are swept at once, and it can itself still read, ping and delete', async () => {
    const [busy, other] = [await opened(), await opened()];
    await queue(busy, VERY_MANY);
    await webhooks.dispatcher.sweep();
    await eventually('it is being worked at', () => receiver.at(busy.path).length > 5);
    await webhooks.publish(other.who.tenantId);
    await webhooks.publishUnnoticed(other.who.tenantId);
    await webhooks.dispatcher.sweep();
    await eventually('both of the other one', () => receiver.at(other.path).length === 2);
    expect(await waitingAt(busy)).toBeGreaterThan(VERY_MANY / 2);
    const page = await webhooks.deliveries.list(busy.who, busy.endpoint.id, { limit: 100, after: null });
    expect(page).toMatchObject({ ok: true, value: { deliveries: { length: 100 } } });
    expect((await webhooks.deliveries.ping(busy.who, busy.endpoint.id)).ok).toBe(true);
    await eventually('the ping goes before the rest', () =>
      receiver.at(busy.path).some(({ body }) => body.includes('webhook.ping')),
    );
    expect(await waitingAt(busy)).toBeGreaterThan(VERY_MANY / 2);
    expect((await webhooks.endpoints.delete(busy.who, busy.endpoint.id)).ok).toBe(true);
    expect(await webhooks.endpoints.list(busy.who)).toEqual([]);
    expect(webhooks.errors).toEqual([]);
  }, 120_000);

  it('that end with their endpoint delays no other tenant, either', async () => {
    const [busy, other] = [await opened(), await opened()];
    await queue(busy, VERY_MANY / 5);
    await webhooks.db.inTenant(busy.who.tenantId, (tx) =>
      tx.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [busy.endpoint.id]),
    );
    const retiring = webhooks.queue.retire(webhooks.clock.now());
    await webhooks.dispatcher.sweep();
    await webhooks.publish(other.who.tenantId);
    await eventually('the other one receives', () => receiver.at(other.path).length === 1);
    await retiring;
    expect([await waitingAt(busy), receiver.at(busy.path)]).toEqual([0, []]);
    expect(webhooks.errors).toEqual([]);
  }, 120_000);

  const waitingAt = async ({ endpoint }: Awaited<ReturnType<typeof opened>>): Promise<number> => {
    const rows = await atLeisure(
      webhooks,
      `SELECT count(*)::int AS waiting FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'`,
      [endpoint.id],
    );
    return Number(rows[0]?.['waiting']);
  };
});

describe('a tenant whose endpoints all hang', () => {
  it('delays no other tenant, though it has more of them than there are places', async () => {
    const slow = caller();
    const other = await opened();
    const hanging = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      const path = `/hangs/${count}`;
      hanging.add(path);
      await endpointAt(webhooks, slow, receiver.url(path));
    }
    receiver.answer = (response, { path }, request) => {
      if (!hanging.has(path)) answerOk(response, { path, headers: {}, body: '', at: 0 }, request);
    };
    // Five at once at each of them would be more than its share of the places.
    for (let count = 0; count < 5; count += 1) await webhooks.publishUnnoticed(slow.tenantId);
    await webhooks.dispatcher.sweep();
    const under = () => receiver.received.filter(({ path }) => hanging.has(path)).length;
    await eventually('it has all it may have', () => under() === 100);
    await webhooks.publish(other.who.tenantId);
    await deliveryWhen(webhooks, other.who, other.endpoint.id, ({ status }) => status === 'succeeded');
    expect(under()).toBe(100);
  }, 60_000);
});
