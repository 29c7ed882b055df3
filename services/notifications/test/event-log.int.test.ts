// The log of events: one order for every reader, nothing skipped, nothing twice, and thirty days of it.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAppend } from './open-append.ts';
import { caller, deliveriesOf, deliveryWhen, endpointAt, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

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

type Who = ReturnType<typeof caller>;
interface Filter {
  readonly type?: string;
  readonly reservationId?: string;
  readonly from?: Temporal.Instant;
  readonly to?: Temporal.Instant;
  readonly order?: 'asc' | 'desc';
}
interface Body {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
}
const read = (bodies: readonly string[]): Body[] => bodies.map((body) => JSON.parse(body) as Body);

async function pageOf(who: Who, after: string | null, limit = 100, filter: Filter = {}) {
  const { bodies, nextAfter } = await webhooks.listEvents(who, { limit, after, ...filter });
  return { events: read(bodies), nextAfter };
}

async function wholeLog(who: Who, limit = 100, filter: Filter = {}): Promise<Body[]> {
  const seen: Body[] = [];
  let after: string | null = null;
  do {
    const page = await pageOf(who, after, limit, filter);
    seen.push(...page.events);
    after = page.nextAfter;
  } while (after !== null);
  return seen;
}

describe('a part of the log', () => {
  it('is of the events from one moment to another, in either order, page by page', async () => {
    const who = caller();
    const first = webhooks.clock.now();
    const made: string[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      webhooks.clock.set(first.add({ minutes: minute }));
      made.push((await webhooks.publish(who.tenantId)).id);
    }
    const range = { from: first.add({ minutes: 1 }), to: first.add({ minutes: 4 }) };
    for (const order of ['asc', 'desc'] as const) {
      const expected = order === 'asc' ? made : made.toReversed();
      const inOrder = (ids: readonly string[]) => (order === 'asc' ? ids : ids.toReversed());
      expect((await wholeLog(who, 2, { order })).map(({ id }) => id)).toEqual(expected);
      expect((await wholeLog(who, 2, { order, ...range })).map(({ id }) => id)).toEqual(
        inOrder(made.slice(1, 4)),
      );
      expect((await wholeLog(who, 2, { order, from: range.to })).map(({ id }) => id)).toEqual(made.slice(4));
    }
    expect(await wholeLog(caller(), 2, { order: 'desc' })).toEqual([]);
    await expect(wholeLog(who, 2, { from: range.to, to: range.to })).rejects.toThrow('invalid_window');
  });
});

describe('the order of the log', () => {
  it('shows nothing behind an event that is being committed, and then shows that one first', async () => {
    const who = caller();
    const begun = await webhooks.publish(who.tenantId);
    const [late, quick] = [await openAppend(webhooks, who), await openAppend(webhooks, who)];
    try {
      await late.logged();
      // It comes after the one that is not committed, from another process.
      const quickly = quick.logged();
      await eventually('it waits for its place', async () => (await waiting()) === 1);
      const other = caller();
      await webhooks.publish(other.tenantId);
      expect(await wholeLog(other)).toHaveLength(1);
      expect((await wholeLog(who)).map(({ id }) => id)).toEqual([begun.id]);
      await late.commit();
      await quickly;
      expect((await wholeLog(who)).map(({ id }) => id)).toEqual([begun.id, late.id]);
      await quick.commit();
      expect((await wholeLog(who)).map(({ id }) => id)).toEqual([begun.id, late.id, quick.id]);
    } finally {
      await Promise.all([late.end(), quick.end()]);
    }
  });

  it('is the same for each reader that follows it page by page while it is written, whatever the size of the pages', async () => {
    const who = caller();
    const published = Promise.all(Array.from({ length: 40 }, () => webhooks.publish(who.tenantId)));
    const seen: string[] = [];
    let after: string | null = null;
    await eventually('forty events', async () => {
      const page = await pageOf(who, after, 3);
      seen.push(...page.events.map(({ id }) => id));
      // The end of the log is no place to go on from: its last page is read again, and repeats are known by their ids.
      if (page.nextAfter === null) seen.splice(seen.length - page.events.length);
      else after = page.nextAfter;
      return seen.length + page.events.length >= 40;
    });
    await published;
    const whole = (await wholeLog(who)).map(({ id }) => id);
    expect(whole).toHaveLength(40);
    expect(seen).toEqual(whole.slice(0, seen.length));
    for (const limit of [1, 7, 39, 40])
      expect((await wholeLog(who, limit)).map(({ id }) => id)).toEqual(whole);
  });

  it('keeps those who wait for a place in vain no longer than one of them, and takes them later', async () => {
    const who = caller();
    const hangs = await openAppend(webhooks, who);
    try {
      await hangs.logged();
      const began = performance.now();
      const published = await Promise.allSettled(
        Array.from({ length: 6 }, () => webhooks.publish(who.tenantId)),
      );
      expect(published.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
      expect(performance.now() - began).toBeLessThan(4_000);
    } finally {
      await hangs.end();
    }
    await eventually('there is a place again', () => webhooks.publish(who.tenantId));
    expect(await wholeLog(who)).toHaveLength(1);
  });

  it('stays as it is when a cursor’s own event is forgotten', async () => {
    const who = caller();
    for (let count = 0; count < 3; count += 1) await webhooks.publish(who.tenantId);
    const first = await pageOf(who, null, 1);
    await webhooks.db.acrossTenants((tx) =>
      tx.query('DELETE FROM events WHERE id = $1', [first.events[0]?.id]),
    );
    expect((await pageOf(who, first.nextAfter)).events).toHaveLength(2);
  });

  it.each(['', 'x', '-1', '1.5', '99999999999999999999', "1' OR '1"])(
    'begins nowhere with %j, which is no place in it',
    async (after) => {
      const who = caller();
      await webhooks.publish(who.tenantId);
      expect(await pageOf(who, after)).toEqual({ events: [], nextAfter: null });
    },
  );

  const waiting = async (): Promise<number> =>
    (
      await webhooks.db.acrossTenants((tx) =>
        tx.query(`SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database()`),
      )
    ).length;
});

describe('an event', () => {
  it('of no reservation has the sequence 0', async () => {
    const who = caller();
    const guestId = randomUUID();
    const publish = async () => {
      const id = randomUUID();
      const type = 'evt.reservations.v1.guest.erased';
      const event = { id, type, ...who, occurredAt: webhooks.clock.now().toString() };
      const object = { id: guestId, reservationIds: [randomUUID()] };
      const mark = { consumer: 'notifications', eventId: id };
      await webhooks.append({ event, reservationId: guestId, object, hasNoSeries: true, mark });
      await webhooks.append({ event, reservationId: guestId, object, hasNoSeries: true, mark });
    };
    await publish();
    const stay = await webhooks.publish(who.tenantId);
    const log = await wholeLog(who);
    expect(log).toMatchObject([
      { type: 'guest.erased', sequence: 0, data: { object: { id: guestId } } },
      { id: stay.id, sequence: 1 },
    ]);
    expect(await wholeLog(who, 100, { type: 'guest.erased' })).toHaveLength(1);
  });

  it('that comes again, late and out of order has one place, one number and one delivery for each endpoint', async () => {
    const who = caller();
    const [one, other] = [
      await endpointAt(webhooks, who, receiver.url('/one')),
      await endpointAt(webhooks, who, receiver.url('/other')),
    ];
    const stays = [randomUUID(), randomUUID()];
    const published: Awaited<ReturnType<typeof webhooks.publish>>[] = [];
    for (const verb of ['confirmed', 'created']) {
      for (const stay of stays) published.push(await webhooks.publish(who.tenantId, stay, verb));
    }
    const repeats = [...published, ...published.toReversed(), ...published];
    await Promise.all(
      repeats.map(({ event, reservationId, mark }) =>
        webhooks.append({ event, reservationId, object: {}, mark: { ...mark } }),
      ),
    );
    const log = await wholeLog(who);
    expect(log.map(({ id }) => id)).toEqual(published.map(({ id }) => id));
    for (const reservationId of stays) {
      const series = await wholeLog(who, 100, { reservationId });
      expect(series.map(({ sequence }) => sequence)).toEqual([1, 2]);
    }
    for (const { id } of [one, other]) {
      const made = await deliveriesOf(webhooks, who, id);
      expect(made.map(({ eventId }) => eventId).toSorted()).toEqual(
        published.map((event) => event.id).toSorted(),
      );
    }
  });

  it('goes to the endpoints that were there when it was logged, whatever the clocks of publisher and endpoint say', async () => {
    const who = caller();
    const publishAt = async (occurredAt: Temporal.Instant) => {
      const id = randomUUID();
      const event = {
        id,
        type: 'evt.reservations.v1.reservation.created',
        ...who,
        occurredAt: occurredAt.toString(),
      };
      const mark = { consumer: 'notifications', eventId: id };
      await webhooks.append({ event, reservationId: randomUUID(), object: {}, mark });
      return id;
    };
    const now = webhooks.clock.now();
    await publishAt(now.add({ minutes: 5 }));
    const endpoint = await endpointAt(webhooks, who, receiver.url('/clocks'));
    const published = [
      await publishAt(now.subtract({ minutes: 5 })),
      await publishAt(now.add({ minutes: 5 })),
    ];
    const made = await deliveriesOf(webhooks, who, endpoint.id);
    expect(made.map(({ eventId }) => eventId).toSorted()).toEqual(published.toSorted());
    await webhooks.endpoints.delete(who, endpoint.id);
  });

  it('that overtakes an earlier one takes its place for good: the earlier one has no effect afterwards', async () => {
    const who = caller();
    const stay = randomUUID();
    const [late, early] = [randomUUID(), randomUUID()];
    const append = (id: string, predecessors: string[], overtakes = false) => {
      const event = {
        id,
        type: 'evt.reservations.v1.reservation.cancelled',
        ...who,
        occurredAt: '2027-05-03T09:01:00Z',
      };
      const mark = { consumer: 'notifications', eventId: id };
      const order = { predecessors, followsAny: false, overtakes };
      return webhooks.append({ event, reservationId: stay, object: {}, mark, order });
    };
    expect(await append(late, [early])).toBe('waits');
    expect(await wholeLog(who)).toEqual([]);
    expect(await append(late, [early], true)).toBe('logged');
    expect(await append(early, [])).toBe('logged');
    expect(await append(late, [early])).toBe('logged');
    expect((await wholeLog(who)).map(({ id }) => id)).toEqual([late]);
  });

  it('that cannot be logged is refused alone: those who come with it have their places, without a gap', async () => {
    const who = caller();
    const stays = Array.from({ length: 12 }, () => randomUUID());
    const requests = stays.map((stay, nth) =>
      webhooks.publish(who.tenantId, nth % 5 === 3 ? 'no id at all' : stay),
    );
    const outcomes = await Promise.allSettled(requests);
    const refused = outcomes.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
    expect(refused).toEqual([3, 8]);
    const log = await wholeLog(who);
    expect(log).toHaveLength(10);
    const text = 'SELECT position FROM events WHERE tenant_id = $1 ORDER BY position';
    const rows = await webhooks.db.acrossTenants((tx) =>
      tx.query<{ position: bigint }>(text, [who.tenantId]),
    );
    expect(rows.map(({ position }) => Number(position))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('that two processes receive in batches, repeatedly and in opposite orders, is logged once with one sequence', async () => {
    const who = caller();
    const endpoint = await endpointAt(webhooks, who, receiver.url('/series'));
    const logs = [webhooks.newLog(), webhooks.newLog()];
    const stays = Array.from({ length: 6 }, () => randomUUID());
    for (let round = 1; round <= 5; round += 1) {
      const received = stays.map((reservationId) => {
        const id = randomUUID();
        const type = 'evt.reservations.v1.reservation.created';
        const occurredAt = webhooks.clock.now().toString();
        const event = { id, type, tenantId: who.tenantId, livemode: true, occurredAt };
        return { event, reservationId };
      });
      const say = (log: (typeof logs)[number], { event, reservationId }: (typeof received)[number]) =>
        log({ event, reservationId, object: {}, mark: { consumer: 'notifications', eventId: event.id } });
      await Promise.all(
        logs.flatMap((log, nth) => {
          const order = nth === 0 ? received : received.toReversed();
          return [...order, ...order].map((one) => say(log, one));
        }),
      );
      for (const reservationId of stays) {
        const series = await wholeLog(who, 100, { reservationId });
        expect(series.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: round }, (_, nth) => nth + 1),
        );
      }
    }
    expect(await wholeLog(who)).toHaveLength(30);
    const made = await deliveriesOf(webhooks, who, endpoint.id);
    expect(new Set(made.map(({ eventId }) => eventId)).size).toBe(30);
    expect(made).toHaveLength(30);
    await webhooks.endpoints.delete(who, endpoint.id);
  });

  it('has the bytes in the log that its receivers got, also where it was cut to 20 KiB', async () => {
    const who = caller();
    const path = `/${randomUUID()}`;
    const endpoint = await endpointAt(webhooks, who, receiver.url(path));
    const nights = Array.from({ length: 2_000 }, (_, index) => `night ${index} – ${'é'.repeat(9)}`);
    const whole = await webhooks.publish(who.tenantId, undefined, 'created', {
      note: 'a “note” \ud800 \u2028',
    });
    const cut = await webhooks.publish(who.tenantId, undefined, 'created', { total: '1', nights });
    await eventually('both', () => receiver.at(path).length === 2);
    const got = new Map(receiver.at(path).map(({ headers, body }) => [headers['webhook-id'], body]));
    const { bodies } = await webhooks.listEvents(who, { limit: 10, after: null });
    expect(bodies).toEqual([got.get(whole.id), got.get(cut.id)]);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20 * 1_024);
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({
      id: cut.id,
      data: { object: { id: cut.reservationId, total: '1' } },
    });
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
  });
});

describe('after thirty days', () => {
  it('an event is in the log no more, and it and what became of its deliveries are forgotten', async () => {
    const who = caller();
    const [path, dead] = [`/${randomUUID()}`, `/${randomUUID()}`];
    const [endpoint, deadEnd] = [
      await endpointAt(webhooks, who, receiver.url(path)),
      await endpointAt(webhooks, who, receiver.url(dead)),
    ];
    receiver.answer = (response, got) => void response.writeHead(got.path === dead ? 410 : 204).end();
    const old = await webhooks.publish(who.tenantId);
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    await deliveryWhen(webhooks, who, deadEnd.id, ({ status }) => status === 'dead');
    webhooks.clock.advance({ hours: 30 * 24 - 1 });
    const young = await webhooks.publish(who.tenantId);
    await eventually('the young one arrives', () => receiver.at(path).length === 2);
    await webhooks.endedRows.purgeExpired(webhooks.clock.now());
    expect((await wholeLog(who)).map(({ id }) => id)).toEqual([old.id, young.id]);
    expect(await deliveriesOf(webhooks, who, endpoint.id)).toHaveLength(2);
    webhooks.clock.advance({ hours: 1, seconds: 1 });
    // Whether or not anything has been cleared away yet.
    expect((await wholeLog(who)).map(({ id }) => id)).toEqual([young.id]);
    await webhooks.endedRows.purgeExpired(webhooks.clock.now());
    expect((await deliveriesOf(webhooks, who, endpoint.id)).map(({ eventId }) => eventId)).toEqual([
      young.id,
    ]);
    expect(await deliveriesOf(webhooks, who, deadEnd.id)).toEqual([]);
    expect(await kept('events', who)).toEqual([young.id]);
    const next = await webhooks.publish(who.tenantId, old.reservationId, 'confirmed');
    expect((await wholeLog(who)).find(({ id }) => id === next.id)?.sequence).toBe(2);
  });

  it('an event stays for as long as one of its deliveries can be requested', async () => {
    const who = caller();
    const endpoint = await endpointAt(webhooks, who, receiver.url(`/${randomUUID()}`));
    receiver.answer = (response) => void response.writeHead(500).end();
    const published = await webhooks.publish(who.tenantId);
    const tried = await deliveryWhen(webhooks, who, endpoint.id, ({ attempts }) => attempts.length === 1);
    webhooks.clock.advance({ hours: 31 * 24 });
    await webhooks.endedRows.purgeExpired(webhooks.clock.now());
    receiver.answer = answerOk;
    await webhooks.deliveries.redeliver(who, endpoint.id, tried.id);
    await deliveryWhen(webhooks, who, endpoint.id, ({ status }) => status === 'succeeded');
    expect(await kept('events', who)).toEqual([published.id]);
  });
});

describe('a deleted endpoint', () => {
  it('is gone at once though very much waits for it, and leaves nothing behind', async () => {
    const who = caller();
    const endpoint = await endpointAt(webhooks, who, receiver.url('/deleted'));
    await webhooks.publishUnnoticed(who.tenantId);
    await webhooks.db.inTenant(who.tenantId, (tx) =>
      tx.query(
        `INSERT INTO deliveries (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
         SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', $3, $3
         FROM generate_series(1, 5000)`,
        [who.tenantId, endpoint.id, webhooks.clock.now()],
      ),
    );
    const [any] = await deliveriesOf(webhooks, who, endpoint.id);
    expect((await webhooks.endpoints.delete(who, endpoint.id)).ok).toBe(true);
    await webhooks.publish(who.tenantId);
    const gone = { ok: false, refusal: { code: 'webhook_endpoint_not_found' } };
    expect(await webhooks.endpoints.delete(who, endpoint.id)).toMatchObject(gone);
    expect(await webhooks.endpoints.read(who, endpoint.id)).toMatchObject(gone);
    expect(await webhooks.endpoints.rotateSecret(who, endpoint.id)).toMatchObject(gone);
    expect(await webhooks.deliveries.ping(who, endpoint.id)).toMatchObject(gone);
    expect(await webhooks.deliveries.redeliver(who, endpoint.id, any?.id ?? '')).toMatchObject(gone);
    expect(await webhooks.deliveries.list(who, endpoint.id, { limit: 1, after: null })).toMatchObject(gone);
    expect(await webhooks.endpoints.list(who)).toEqual([]);
    expect(await webhooks.queue.findDue(webhooks.clock.now())).toEqual([]);
    await webhooks.dispatcher.sweep();
    await webhooks.endedRows.purgeDeletedEndpoints();
    expect([await kept('deliveries', who), await kept('webhook_endpoints', who)]).toEqual([[], []]);
    expect(receiver.at('/deleted')).toEqual([]);
  });
});

async function kept(table: string, { tenantId }: Who): Promise<string[]> {
  const rows = await webhooks.db.acrossTenants((tx) =>
    tx.query<{ id: string }>(`SELECT id FROM ${table} WHERE tenant_id = $1`, [tenantId]),
  );
  return rows.map(({ id }) => id);
}
