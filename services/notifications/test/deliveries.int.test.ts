// Deliveries on a real database to a real receiver: signed, tried by the schedule, never lost, and independent of one another.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  webhooks.clock.set(Temporal.Now.instant().round('millisecond'));
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.close();
});

async function opened() {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(webhooks, who, receiver.url(path));
  const arrived = (count = 1) =>
    eventually(`${count} at ${path}`, () => receiver.at(path).length >= count && receiver.at(path));
  const reread = async () => {
    return webhooks.endpoints.find(who, endpoint.id);
  };
  return { who, path, endpoint, arrived, reread };
}

const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

describe('a delivery', () => {
  it('is signed over the exact bytes, by the standard, and counts as a success', async () => {
    const { who, endpoint, arrived, reread } = await opened();
    const event = await webhooks.publish(who.tenantId);
    const [got] = await arrived();
    const headers = got?.headers as Record<string, string>;
    expect(new Webhook(endpoint.secret).verify(got?.body ?? '', headers)).toMatchObject({
      id: event.id,
      type: 'reservation.created',
      apiVersion: 'v1',
      livemode: true,
      sequence: 1,
      data: { object: { id: event.reservationId } },
    });
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['content-type']).toBe('application/json');
    expect(() => new Webhook(endpoint.secret).verify(`${got?.body} `, headers)).toThrow();
    const done = await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    expect(done).toMatchObject({
      eventId: event.id,
      nextAttemptAt: null,
      attempts: [{ status: 200, error: null }],
    });
    expect(await reread()).toMatchObject({ failureCount: 0, lastFailureAt: null });
    expect((await reread())?.lastSuccessAt).not.toBeNull();
  });

  it('goes to endpoints of its tenant that want its type and are not younger than it, and nowhere else', async () => {
    const [first, other] = [await opened(), await opened()];
    const before = await webhooks.publish(first.who.tenantId, randomUUID(), 'cancelled');
    await webhooks.publish(first.who.tenantId);
    await first.arrived();
    webhooks.clock.advance('PT1H');
    const younger = await endpointAt(webhooks, first.who, receiver.url('/younger'));
    const old = { ...before, id: randomUUID(), type: 'evt.reservations.v1.reservation.created' };
    const mark = { consumer: 'notifications', eventId: old.id };
    await webhooks.append({ event: old, reservationId: randomUUID(), object: {}, mark });
    expect(await deliveriesOf(webhooks, first.who, first.endpoint.id)).toHaveLength(2);
    expect(await deliveriesOf(webhooks, first.who, younger.id)).toEqual([]);
    expect(await deliveriesOf(webhooks, other.who, other.endpoint.id)).toEqual([]);
  });

  it('is created once for an event that is received twenty times', async () => {
    const { who, endpoint, arrived } = await opened();
    const { event, reservationId, mark } = await webhooks.publish(who.tenantId);
    const repeat = () => webhooks.append({ event, reservationId, object: {}, mark: { ...mark } });
    await Promise.all(Array.from({ length: 19 }, repeat));
    await arrived();
    expect(await deliveriesOf(webhooks, who, endpoint.id)).toHaveLength(1);
  });
});

describe('a failing receiver', () => {
  it('is tried eight times by the schedule with one id and the same bytes, then the delivery is dead and can be sent again', async () => {
    const { who, path, endpoint, arrived, reread } = await opened();
    receiver.answer = answerWith(500);
    await webhooks.publish(who.tenantId);
    for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries()) {
      const tried = await deliveryWhen(
        webhooks,
        who,
        endpoint.id,
        ({ attempts }) => attempts.length === index + 1,
      );
      expect(tried.nextAttemptAt?.since(webhooks.clock.now()).total('seconds')).toBe(seconds);
      webhooks.clock.advance({ seconds: seconds - 1 });
      await webhooks.dispatcher.sweep();
      webhooks.clock.advance({ seconds: 1 });
      expect(await webhooks.queue.findDue(webhooks.clock.now())).toContainEqual({
        tenantId: who.tenantId,
        endpointId: endpoint.id,
      });
      await webhooks.dispatcher.sweep();
    }
    const dead = await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'dead');
    expect(dead.attempts).toHaveLength(8);
    expect(dead.attempts[0]).toMatchObject({ status: 500, error: 'The receiver answered with status 500.' });
    const tries = await arrived(8);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(await reread()).toMatchObject({ failureCount: 8, enabled: true, lastSuccessAt: null });

    receiver.answer = answerOk;
    const again = await webhooks.deliveries.redeliver(who, endpoint.id, dead.id);
    expect(again).toMatchObject({
      ok: true,
      value: { id: dead.id, eventId: dead.eventId, status: 'pending' },
    });
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    expect(receiver.at(path).at(-1)?.headers['webhook-id']).toBe(dead.eventId);
    expect(await reread()).toMatchObject({ failureCount: 0 });

    const made = dead.createdAt;
    const before = { from: made.subtract({ hours: 1 }), to: made };
    const during = { from: made, to: made.add({ seconds: 1 }) };
    expect(await webhooks.deliveries.replay(who, endpoint.id, before)).toEqual({
      ok: true,
      value: { deliveries: 0 },
    });
    expect(await webhooks.deliveries.replay(who, randomUUID(), during)).toMatchObject({
      ok: false,
      refusal: { code: 'webhook_endpoint_not_found' },
    });
    const received = receiver.at(path).length;
    expect(await webhooks.deliveries.replay(who, endpoint.id, during)).toEqual({
      ok: true,
      value: { deliveries: 1 },
    });
    await arrived(received + 1);
    expect(receiver.at(path).at(-1)?.headers['webhook-id']).toBe(dead.eventId);
  });

  it.each<{ what: string; answer: Answer; attempt: object }>([
    {
      what: 'hangs',
      answer: () => undefined,
      attempt: { status: null, error: 'The receiver did not answer within 0.7 seconds.' },
    },
    {
      what: 'closes',
      answer: (_response, _received, request) => request.socket.destroy(),
      attempt: { status: null, error: 'The receiver broke off the connection.' },
    },
    {
      what: 'redirects',
      answer: answerWith(302, { location: '/elsewhere' }),
      attempt: { status: 302, error: 'The receiver redirects (status 302), which is not followed.' },
    },
    {
      what: 'speaks no http',
      answer: (_response, _received, request) => request.socket.end('what?\r\n\r\n'),
      attempt: { status: null, error: 'The receiver broke off the connection.' },
    },
  ])('that $what is tried again, and the attempt has the reason', async ({ answer, attempt }) => {
    const { who, endpoint } = await opened();
    receiver.answer = answer;
    await webhooks.publish(who.tenantId);
    const tried = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    expect(tried).toMatchObject({ status: 'pending', attempts: [attempt] });
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it.each<{ what: string; answer: Answer }>([
    { what: 'is endless', answer: (response) => endless(response) },
    {
      what: 'lies about its length',
      answer: (response) => void response.writeHead(200, { 'content-length': '900' }).write('x'),
    },
    {
      what: 'breaks off',
      answer: (response, _, request) => void response.write('x', () => request.socket.destroy()),
    },
  ])('whose answer $what has taken the webhook all the same, by its status', async ({ answer }) => {
    const { who, endpoint } = await opened();
    receiver.answer = answer;
    await webhooks.publish(who.tenantId);
    const tried = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    expect(tried).toMatchObject({ status: 'succeeded', attempts: [{ status: 200, error: null }] });
  });

  it('is quoted with the first 4 KiB of its answer, and no more', async () => {
    const { who, endpoint } = await opened();
    receiver.answer = (response) => void response.writeHead(500).end(`\u0000no${'!'.repeat(9_000)}`);
    await webhooks.publish(who.tenantId);
    const tried = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    expect(tried.attempts[0]?.answer).toBe(`\ufffdno${'!'.repeat(4_096 - 3)}`);
  });

  it('is waited for as long as it asks at least', async () => {
    const { who, endpoint } = await opened();
    receiver.answer = answerWith(429, { 'retry-after': '120' });
    await webhooks.publish(who.tenantId);
    const tried = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    expect(tried.nextAttemptAt?.since(webhooks.clock.now()).total('seconds')).toBe(132);
  });

  it('that says it is gone is disabled; what waited is dead, nothing new is made, a ping still goes out', async () => {
    const { who, endpoint, reread } = await opened();
    receiver.answer = answerWith(410);
    await webhooks.publish(who.tenantId);
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'dead');
    expect(await reread()).toMatchObject({ enabled: false, failureCount: 1 });
    await webhooks.publish(who.tenantId);
    expect(await deliveriesOf(webhooks, who, endpoint.id)).toHaveLength(1);
    receiver.answer = answerOk;
    await webhooks.deliveries.ping(who, endpoint.id);
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
  });

  it('that has only failed for five days is disabled', async () => {
    const { who, endpoint, reread } = await opened();
    receiver.answer = answerWith(503);
    await webhooks.publish(who.tenantId);
    await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    webhooks.clock.advance({ hours: 5 * 24 });
    await webhooks.dispatcher.sweep();
    await eventually('it is disabled', async () => (await reread())?.enabled === false);
    await webhooks.queue.retire(webhooks.clock.now());
    expect(await deliveriesOf(webhooks, who, endpoint.id)).toMatchObject([
      { status: 'dead', nextAttemptAt: null },
    ]);
  });
});

function endless(response: Parameters<Answer>[0]): void {
  const timer = setInterval(() => response.write('x'.repeat(1_000)), 5);
  response.once('close', () => clearInterval(timer));
}

describe('an endpoint', () => {
  it('rotates its secret with both signatures for a day, then with the new one alone', async () => {
    const { who, path, endpoint, arrived } = await opened();
    const rotated = await webhooks.endpoints.rotateSecret(who, endpoint.id);
    const secret = rotated.ok ? rotated.value.secret : '';
    await webhooks.publish(who.tenantId);
    const [both] = await arrived();
    const headers = both?.headers as Record<string, string>;
    for (const each of [secret, endpoint.secret]) new Webhook(each).verify(both?.body ?? '', headers);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    webhooks.clock.advance('PT24H');
    await webhooks.publish(who.tenantId);
    await arrived(2);
    expect(receiver.at(path)[1]?.headers['webhook-signature']).not.toContain(' ');
  });

  it('that is deleted in mid-flight takes its deliveries along, and nothing starts afterwards', async () => {
    const { who, path, endpoint, arrived } = await opened();
    const held = Promise.withResolvers<void>();
    receiver.answer = (response) => void held.promise.then(() => response.end());
    for (let count = 0; count < 8; count += 1) await webhooks.publish(who.tenantId);
    await arrived(5);
    expect(await webhooks.endpoints.delete(who, endpoint.id)).toMatchObject({ ok: true });
    held.resolve();
    await webhooks.publish(who.tenantId);
    const rows = await webhooks.db.acrossTenants((tx) =>
      tx.query('SELECT id FROM deliveries WHERE endpoint_id = $1', [endpoint.id]),
    );
    expect(rows).toEqual([]);
    await eventually('no worker has it', async () => receiver.at(path).length === 5);
    expect(await webhooks.endpoints.delete(who, endpoint.id)).toMatchObject({ ok: false });
    expect(webhooks.errors).toEqual([]);
  });
});

describe('many deliveries', () => {
  it('wait for no other endpoint: one endpoint that hangs and one with hundreds waiting delay no other', async () => {
    const [slow, busy, healthy] = [await opened(), await opened(), await opened()];
    receiver.answer = (response, { path }) => path === slow.path || response.end();
    for (let count = 0; count < 20; count += 1) await webhooks.publishUnnoticed(slow.who.tenantId);
    await fillUp(busy, 400);
    await webhooks.dispatcher.sweep();
    receiver.mostAtOnce = 0;
    await webhooks.publish(healthy.who.tenantId);
    await healthy.arrived();
    expect(receiver.at(busy.path).length).toBeLessThan(400);
    await busy.arrived(400);
    expect(new Set(receiver.at(busy.path).map(({ headers }) => headers['webhook-id'])).size).toBe(400);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(5 + 5 + 1);
  });

  it('are leased in the commits that record those before them', async () => {
    const busy = await opened();
    await fillUp(busy, 100);
    const claims = vi.spyOn(webhooks.queue, 'claim');
    const commits = vi.spyOn(webhooks.queue, 'recordAndClaim');
    await webhooks.dispatcher.sweep();
    await busy.arrived(100);
    // Each claim has at most five: alone they would be 20 and more.
    const own = claims.mock.calls.filter(([{ endpointId }]) => endpointId === busy.endpoint.id);
    expect(own.length).toBeLessThan(10);
    expect(commits.mock.calls.length).toBeLessThan(100);
    vi.restoreAllMocks();
  });

  it('are shared by two processes, and what one of them leaves behind is sent by the other under the same id', async () => {
    const { who, path, endpoint, arrived } = await opened();
    await webhooks.publishUnnoticed(who.tenantId);
    const key = { tenantId: who.tenantId, endpointId: endpoint.id };
    const gone = randomUUID();
    const [lost] = await webhooks.queue.claim(key, gone, 5, webhooks.clock.now());
    await fillUp({ who, endpoint }, 200);
    const other = webhooks.newDispatcher();
    await Promise.all([webhooks.dispatcher.sweep(), other.sweep()]);
    await arrived(200);
    expect(receiver.at(path).some(({ headers }) => headers['webhook-id'] === lost?.eventId)).toBe(false);
    webhooks.clock.advance({ seconds: 31 });
    await other.sweep();
    await arrived(201);
    await other.stop();
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(201);
    if (lost === undefined) throw new Error('nothing was claimed');
    const late = { at: webhooks.clock.now(), status: 500, durationMs: 1, error: 'late' };
    await webhooks.queue.record(
      key,
      gone,
      [{ lease: lost, result: late, decision: { status: 'dead' } }],
      late.at,
    );
    const kept = (await deliveriesOf(webhooks, who, endpoint.id)).concat();
    expect(kept.filter(({ status }) => status === 'dead')).toEqual([]);
  });
});

/** As if as many events had come while no process ran. */
async function fillUp(
  { who, endpoint }: { who: { tenantId: string }; endpoint: { id: string } },
  count: number,
): Promise<void> {
  await webhooks.db.inTenant(who.tenantId, (tx) =>
    tx.query(
      `INSERT INTO deliveries (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
       SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', $3, $3
       FROM generate_series(1, $4::int)`,
      [who.tenantId, endpoint.id, webhooks.clock.now(), count],
    ),
  );
}
