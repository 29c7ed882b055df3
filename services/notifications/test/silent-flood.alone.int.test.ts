// A flood of events for endpoints that never answer, on a real broker: the event of another tenant is tried at once.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFlood } from './open-flood.ts';
import type { Flood } from './open-flood.ts';
import { injectEvents, stayEvent } from './publisher.ts';
import { answerOk } from './receiver.ts';

const FLOOD = 5_000;
/** As many as a tenant may have. */
const ENDPOINTS = 50;
/** Of one tenant in one process, and as many as it may have under way. */
const ATTEMPTS_AT_ONCE = 100;
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

async function count(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count ${text}`, values);
  return rows[0]?.count ?? 0;
}

const created = (tenantId: string) => stayEvent({ tenantId, reservationId: randomUUID() }, 'created');

it('an event behind five thousand of a tenant whose fifty endpoints stopped to answer is logged before a quarter of them, and tried', async () => {
  const [busy, other] = [randomUUID(), randomUUID()];
  const before = await start();
  await endpointAt(other, '/other');
  for (let nth = 0; nth < ENDPOINTS; nth += 1) await endpointAt(busy, `/busy/${nth}`);
  // Endpoints that have answered are no longer tried slowly.
  await injectEvents(bus, [created(busy), created(other)]);
  await eventually(
    'all have answered once',
    async () => (await count('FROM webhook_endpoints WHERE last_success_at IS NOT NULL')) === ENDPOINTS + 1,
    { withinMs: 60_000 },
  );
  await before.stop();
  receiver.received.length = 0;
  receiver.answer = (response, received, request) => {
    if (received.path === '/other') answerOk(response, received, request);
  };
  const events = Array.from({ length: FLOOD }, () => created(busy));
  await injectEvents(bus, [...events, created(other)]);
  const service = await start();
  try {
    await eventually('that of the other tenant arrives', () => receiver.at('/other').length === 1, {
      withinMs: 60_000,
    });
    const attempts = receiver.received.findIndex(({ path }) => path === '/other');
    expect(attempts).toBeLessThanOrEqual(ATTEMPTS_AT_ONCE);
    await eventually(
      'all are logged',
      async () => (await count('FROM events WHERE tenant_id = $1', busy)) === FLOOD + 1,
      { withinMs: 60_000 },
    );
  } finally {
    receiver.hangUp();
    await service.stop();
  }
  const earlier = await count(
    `FROM events WHERE tenant_id = $1 AND logged_at < (SELECT max(logged_at) FROM events WHERE tenant_id = $2)`,
    busy,
    other,
  );
  expect(earlier).toBeLessThan(FLOOD / 4);
}, 240_000);
