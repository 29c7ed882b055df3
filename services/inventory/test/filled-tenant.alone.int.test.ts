import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  findAvailability,
  listResources,
  priceStay,
  readCalendar,
  searchStays,
} from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream, Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import {
  clientContext,
  eventually,
  testIdentity,
  testIdentitySettings,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { fillToTheBounds, fillWithClaims } from './fill-to-the-bounds.ts';
import { searchRequest } from './search-requests.ts';
import { startInventory } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

/** Of inventory wherever it is deployed: deploy/shared/node-flags.ts. */
const HEAP = ['--max-old-space-size=256', '--max-semi-space-size=8'];
/** As many as a tenant may have; as many of them are filled as no search may load. */
const RESOURCES = 5_000;
const FILLED = 8;
let inventory: TestInventory;
let bus: Bus;
let service: ChildProcess;

beforeAll(async () => {
  inventory = await startInventory();
  const { natsUrl } = useServers();
  bus = await connectBus({ url: natsUrl, name: 'gateway', identity: testIdentity(), log: testLogger() });
  await provisionStream(bus, streamOf('inventory'));
  await provisionStream(bus, { ...streamOf('reservations'), consumers: ['inventory'] });
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const env = {
    POSTGRES_URL: inventory.url,
    NATS_URL: natsUrl,
    HEALTH_PORT: '0',
    PATH: process.env['PATH'],
    ...testIdentitySettings('inventory'),
  };
  service = spawn(process.execPath, [...HEAP, main], {
    env,
    stdio: 'ignore',
  });
});
afterAll(async () => {
  service.kill('SIGKILL');
  if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
  await bus.drain();
  await inventory.stop();
});

const PATIENT = { timeoutMs: 60_000 };
const by = ({ tenantId }: Pick<Villa, 'tenantId'>) => clientContext(tenantId, false, PATIENT);

const isAvailable = expect.objectContaining({ ok: true, value: expect.objectContaining({ reasons: [] }) });
const OVER_SHARE = expect.objectContaining({ refusal: expect.objectContaining({ code: 'rate_limited' }) });

/** As the gateway answers it. */
async function orOverShare<T>(answer: Promise<T>) {
  return answer.catch((error: unknown) => {
    if (error instanceof Unavailable && error.isOverShare)
      return { ok: false, refusal: { code: 'rate_limited' } } as const;
    throw error;
  });
}

it('a tenant that is filled to its bounds is loaded within the heap, by many requests at once', async () => {
  const villa = await createVilla(inventory.client);
  const ids = await fillToTheBounds(inventory, villa, { resources: RESOURCES, filled: FILLED });
  const available = (resourceId: string) =>
    bus.request(findAvailability, { resourceId, partySize: 2, ...nights(0, 3) }, by(villa), PATIENT);
  await eventually('the service answers', () => available(villa.resourceId), { withinMs: 20_000 });

  for (const id of ids) expect(await available(id)).toMatchObject(isAvailable);
  const each = Array.from({ length: 8 }, () => ids).flat();
  const answers = await Promise.all(each.map((id) => orOverShare(available(id))));
  for (const answer of answers) expect([isAvailable, OVER_SHARE]).toContainEqual(answer);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(FILLED);

  const plans = await inventory.db.inTenant(villa.tenantId, (tx) =>
    tx.query<{ id: string; resourceId: string }>({
      name: 'one_plan_of_each',
      text: 'SELECT DISTINCT ON (resource_id) id, resource_id AS "resourceId" FROM rate_plans WHERE resource_id = ANY ($1)',
      values: [ids],
    }),
  );
  const quotes = plans.map(({ id: ratePlanId, resourceId }) =>
    bus.request(
      priceStay,
      {
        purpose: 'quote',
        resourceId,
        ratePlanId,
        partySize: 2,
        quantity: 1,
        ...nights(0, 3),
        alternatives: 5,
      },
      by(villa),
      PATIENT,
    ),
  );
  for (const quoted of await Promise.all(quotes))
    expect(quoted).toMatchObject({ ok: true, value: { priceBreakdown: { subtotalMinorUnits: '30000' } } });

  const day = (after: number) => Temporal.Now.plainDateISO('UTC').add({ days: after }).toString();
  const dates = { arrival: day(60), departure: day(61) };
  const search = (changes: object) =>
    bus.request(searchStays, searchRequest({ dates, ...changes }), by(villa), PATIENT);
  const tooBroad = { ok: false, refusal: { code: 'search_too_broad' } };
  const isTooBroad = expect.objectContaining({
    refusal: expect.objectContaining({ code: 'search_too_broad' }),
  });
  const many = Array.from({ length: 8 }, () => orOverShare(search({ resourceIds: ids })));
  // Those whose turn does not come in time are refused as one too many of their tenant.
  for (const found of await Promise.all(many)) expect([isTooBroad, OVER_SHARE]).toContainEqual(found);
  expect(await search({ text: 'nothing' })).toMatchObject(tooBroad);
  const few = await search({ resourceIds: ids.slice(0, 4), plans: 'all' });
  expect(few.ok && few.value.results.map(({ resource }) => resource.id).toSorted()).toEqual(
    ids.slice(0, 4).toSorted(),
  );
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof search>> = await search({
      resourceIds: ids,
      sort: 'created',
      limit: 100,
      after,
    });
    if (!page.ok) throw new Error(page.refusal.code);
    found.push(...page.value.results.map(({ resource }) => resource.id));
    after = page.value.nextAfter;
    if (after === null) break;
  }
  expect(found.toSorted()).toEqual(ids.toSorted());

  const lists = Array.from({ length: 8 }, () =>
    bus.request(listResources, { limit: 100, after: null }, by(villa), PATIENT),
  );
  for (const list of await Promise.all(lists)) expect(list.ok && list.value.nextAfter).toBeTruthy();
  expect([service.exitCode, service.signalCode]).toEqual([null, null]);
}, 240_000);

it('twenty thousand claims of one resource and window are read within the heap, by many requests at once', async () => {
  const court = await createCourt(inventory.client, { units: 10_000, timezone: 'UTC', currency: 'EUR' });
  const { tenantId, resourceId } = court;
  const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '100' }];
  expect(await inventory.client.putPricing(tenantId, { resourceId, pricing })).toMatchObject({ ok: true });
  await fillWithClaims(inventory, court, 20_000);
  const window = nights(0, 300);
  // An hour's claims, one begun each 61 s, overlap at every moment.
  const peak = 60;
  const available = (quantity: number) =>
    bus.request(findAvailability, { resourceId, partySize: 2, quantity, ...window }, by(court), PATIENT);
  await eventually('the service answers', () => available(1), { withinMs: 20_000 });
  const isReserved = { ok: true, value: { reasons: ['reserved'] } };
  expect(await available(10_000 - peak)).toMatchObject({ ok: true, value: { reasons: [] } });
  expect(await available(10_000 - peak + 1)).toMatchObject(isReserved);

  const quote = () =>
    bus.request(
      priceStay,
      { purpose: 'quote', resourceId, partySize: 2, quantity: 1, ...window },
      by(court),
      PATIENT,
    );
  const calendar = () =>
    bus.request(readCalendar, { resourceId, ...window, knownEtags: [] }, by(court), PATIENT);
  const search = () =>
    bus.request(
      searchStays,
      searchRequest({ window, kinds: ['generic'], bookableOnly: false }),
      by(court),
      PATIENT,
    );
  expect(await quote()).toMatchObject({ ok: true });
  const read = await calendar();
  expect(read.ok && read.value.calendar?.days.every(({ status }) => status === 'available')).toBe(true);
  expect(await search()).toMatchObject({ ok: true, value: { results: [{ available: true }] } });
  const all = Array.from({ length: 8 }, () => [available(1), quote(), calendar(), search()]).flat();
  // Some may not have their turn in time; the service outlives them all, and answers.
  await Promise.allSettled(all);
  expect(await available(10_000 - peak + 1)).toMatchObject(isReserved);
  expect([service.exitCode, service.signalCode]).toEqual([null, null]);
}, 240_000);
