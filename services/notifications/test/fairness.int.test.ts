// Nobody waits for a neighbour: not for very many deliveries of one tenant, and not for very many endpoints that hang.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLeisure, caller, deliveryWhen, endpointAt, openPostRoom } from './post-room.ts';
import type { PostRoom } from './post-room.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

/** It was the same with a million, only that those take a minute to make. */
const VERY_MANY = 100_000;
let room: PostRoom;
let receiver: Receiver;

beforeAll(async () => {
  // As long as in earnest: whoever hangs here holds its place until the test is over.
  [room, receiver] = await Promise.all([openPostRoom({ totalMs: 15_000 }), startReceiver()]);
});
afterAll(async () => {
  await receiver.stop();
  await room.close();
});

async function opened() {
  const who = caller();
  const path = `/${randomUUID()}`;
  const endpoint = await endpointAt(room, who, receiver.url(path));
  return { who, path, endpoint };
}

/** As if nobody had looked for a long while. */
async function queue({ who, endpoint }: Awaited<ReturnType<typeof opened>>, count: number): Promise<void> {
  await atLeisure(
    room,
    `INSERT INTO deliveries (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', $3, $3
     FROM generate_series(1, $4::int)`,
    [who.tenantId, endpoint.id, room.clock.now().toString(), count],
  );
}

describe('a tenant with very many deliveries that wait', () => {
  it('delays nobody: others hear at once, are swept at once, and it can itself still read, ping and delete', async () => {
    const [busy, other] = [await opened(), await opened()];
    await queue(busy, VERY_MANY);
    await room.deliverer.sweep();
    await eventually('it is being worked at', () => receiver.at(busy.path).length > 5);
    await room.tell(other.who.tenantId);
    await room.tellQuietly(other.who.tenantId);
    await room.deliverer.sweep();
    await eventually('both of the other one', () => receiver.at(other.path).length === 2);
    expect(await waitingAt(busy)).toBeGreaterThan(VERY_MANY / 2);
    const page = await room.deliveries.list(busy.who, busy.endpoint.id, { limit: 100, after: null });
    expect(page).toMatchObject({ ok: true, value: { deliveries: { length: 100 } } });
    expect((await room.deliveries.ping(busy.who, busy.endpoint.id)).ok).toBe(true);
    await eventually('the ping goes before the rest', () =>
      receiver.at(busy.path).some(({ body }) => body.includes('webhook.ping')),
    );
    expect(await waitingAt(busy)).toBeGreaterThan(VERY_MANY / 2);
    expect((await room.endpoints.delete(busy.who, busy.endpoint.id)).ok).toBe(true);
    expect(await room.endpoints.list(busy.who)).toEqual([]);
    expect(room.surprises).toEqual([]);
  }, 120_000);

  it('that are given up with their endpoint delays nobody, either', async () => {
    const [busy, other] = [await opened(), await opened()];
    await queue(busy, VERY_MANY / 5);
    await room.db.inTenant(busy.who.tenantId, (tx) =>
      tx.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [busy.endpoint.id]),
    );
    const retiring = room.queue.retire(room.clock.now());
    await room.deliverer.sweep();
    await room.tell(other.who.tenantId);
    await eventually('the other one hears', () => receiver.at(other.path).length === 1);
    await retiring;
    expect([await waitingAt(busy), receiver.at(busy.path)]).toEqual([0, []]);
    expect(room.surprises).toEqual([]);
  }, 120_000);

  const waitingAt = async ({ endpoint }: Awaited<ReturnType<typeof opened>>): Promise<number> => {
    const rows = await atLeisure(
      room,
      `SELECT count(*)::int AS waiting FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'`,
      [endpoint.id],
    );
    return Number(rows[0]?.['waiting']);
  };
});

describe('a tenant whose endpoints all hang', () => {
  it('delays nobody, though it has more of them than there are places', async () => {
    const slow = caller();
    const other = await opened();
    const hanging = new Set<string>();
    for (let count = 0; count < 110; count += 1) {
      const path = `/hangs/${count}`;
      hanging.add(path);
      await endpointAt(room, slow, receiver.url(path));
    }
    receiver.answer = (response, { path }, request) => {
      if (!hanging.has(path)) answerOk(response, { path, headers: {}, body: '', at: 0 }, request);
    };
    // Five at once at each of them would be more than all places of the process.
    for (let count = 0; count < 5; count += 1) await room.tellQuietly(slow.tenantId);
    await room.deliverer.sweep();
    const under = () => receiver.received.filter(({ path }) => hanging.has(path)).length;
    await eventually('it has all it may have', () => under() === 100);
    await room.tell(other.who.tenantId);
    await deliveryWhen(room, other.who, other.endpoint.id, ({ status }) => status === 'succeeded');
    expect(under()).toBe(100);
  }, 60_000);
});
