// Very many events of one tenant in the stream, on a real broker: the events of others overtake them.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFlood } from './open-flood.ts';
import type { Flood } from './open-flood.ts';
import { injectEvents, stayEvent } from './publisher.ts';

const BACKLOG = 2_000;
let flood: Flood;
let bus: Flood['bus'];
let receiver: Flood['receiver'];
let client: Flood['client'];

beforeAll(async () => {
  flood = await openFlood();
  ({ bus, receiver, client } = flood);
});
afterAll(() => flood.close());

const start = () => flood.start();
const endpointAt = (tenantId: string, path: string) => flood.endpointAt(tenantId, path);

async function loggedOf(tenantId: string): Promise<string[]> {
  const text = 'SELECT id FROM events WHERE tenant_id = $1 ORDER BY position';
  return (await client.query<{ id: string }>(text, [tenantId])).rows.map(({ id }) => id);
}

/** How many events of a tenant were logged before the last one of another. */
async function loggedBefore(other: string, tenantId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM events WHERE tenant_id = $1
    AND logged_at < (SELECT max(logged_at) FROM events WHERE tenant_id = $2)`;
  const { rows } = await client.query<{ count: number }>(text, [tenantId, other]);
  return rows[0]?.count ?? BACKLOG;
}

it.each([
  { what: 'of many stays', isOneStay: false },
  { what: 'of one stay', isOneStay: true },
])(
  'an event behind two thousand of another tenant, $what, is logged for delivery before a quarter of them, and delivered',
  async ({ isOneStay }) => {
    const [busy, other, stay] = [randomUUID(), randomUUID(), randomUUID()];
    const path = `/${other}`;
    const before = await start();
    await endpointAt(other, path);
    for (let nth = 0; nth < 20; nth += 1) await endpointAt(busy, `/${busy}/${nth}`);
    await injectEvents(bus, [stayEvent({ tenantId: other, reservationId: randomUUID() }, 'created')]);
    await eventually('its endpoint has answered once', () => receiver.at(path).length === 1);
    await before.stop();
    const backlog = Array.from({ length: BACKLOG }, () =>
      stayEvent({ tenantId: busy, reservationId: isOneStay ? stay : randomUUID() }, 'created'),
    );
    await injectEvents(bus, [
      ...backlog,
      stayEvent({ tenantId: other, reservationId: randomUUID() }, 'created'),
    ]);
    const service = await start();
    try {
      await eventually('that of the other tenant is delivered', () => receiver.at(path).length === 2, {
        withinMs: 60_000,
      });
      await eventually('all are logged', async () => (await loggedOf(busy)).length === BACKLOG, {
        withinMs: 60_000,
      });
    } finally {
      await service.stop();
    }
    expect(await loggedBefore(other, busy)).toBeLessThan(BACKLOG / 4);
    const inOrder = (ids: string[]) => (isOneStay ? ids : ids.toSorted());
    expect(inOrder(await loggedOf(busy))).toEqual(inOrder(backlog.map(({ id }) => id)));
  },
  180_000,
);
