import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  claimUnits,
  findAvailability,
  listResources,
  priceStay,
  readCalendar,
  searchStays,
  updateResource,
} from '@lodging/contract-inventory';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { clientContext, eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { fillToTheBounds, fillWithClaims } from './fill-to-the-bounds.ts';
import { searchRequest } from './search-requests.ts';
import { spawnInventory } from './spawn-inventory.ts';
import type { SpawnedInventory } from './spawn-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

/** Of inventory wherever it is deployed: deploy/shared/node-flags.ts. */
const HEAP = ['--max-old-space-size=256', '--max-semi-space-size=8'];
/** As many as a tenant may have; as many of them are filled as no search may load. */
const RESOURCES = 5_000;
const FILLED = 8;
let spawned: SpawnedInventory;
let inventory: TestInventory;
let bus: Bus;
let service: ChildProcess;

beforeAll(async () => {
  spawned = await spawnInventory(HEAP);
  ({ inventory, bus, service } = spawned);
});
afterAll(() => spawned.stop());

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

/** More than are computed of one window, and as many as a resource of a thousand units has in a year. */
const CLAIMS = 300_000;

it('a resource with 300,000 claims answers for each window of so many that it computes, and refuses wider ones, within the heap', async () => {
  const court = await createCourt(inventory.client, { units: 10_000, timezone: 'UTC', currency: 'EUR' });
  const { tenantId, resourceId } = court;
  const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '100' }];
  expect(await inventory.client.putPricing(tenantId, { resourceId, pricing })).toMatchObject({ ok: true });
  await fillWithClaims(inventory, court, CLAIMS);
  const short = nights(0, 10);
  const within = nights(0, 130);
  const all = nights(0, 300);
  // An hour's claims, one begun each 61 s, overlap at every moment.
  const peak = 60;
  type Window = typeof all;
  const available = (window: Window, quantity = 1) =>
    bus.request(findAvailability, { resourceId, partySize: 2, quantity, ...window }, by(court), PATIENT);
  await eventually('the service answers', () => available(nights(0, 1)), { withinMs: 20_000 });
  const free = { ok: true, value: { reasons: [] } };
  const reserved = { ok: true, value: { reasons: ['reserved'] } };
  const tooBroad = { ok: false, refusal: { code: 'search_too_broad', extra: { most: 200_000 } } };
  for (const window of [nights(0, 1), within]) {
    expect(await available(window, 10_000 - peak)).toMatchObject(free);
    expect(await available(window, 10_000 - peak + 1)).toMatchObject(reserved);
  }
  expect(await available(all)).toMatchObject(tooBroad);

  const quote = (window: Window) =>
    bus.request(
      priceStay,
      { purpose: 'quote', resourceId, partySize: 2, quantity: 1, ...window },
      by(court),
      PATIENT,
    );
  const calendar = (window: Window) =>
    bus.request(readCalendar, { resourceId, ...window, knownEtags: [] }, by(court), PATIENT);
  const search = (window: Window) =>
    bus.request(
      searchStays,
      searchRequest({ window, kinds: ['generic'], bookableOnly: false }),
      by(court),
      PATIENT,
    );
  expect(await quote(within)).toMatchObject({ ok: true });
  const read = await calendar(within);
  expect(read.ok && read.value.calendar?.days.every(({ status }) => status === 'available')).toBe(true);
  for (const answer of [await quote(all), await calendar(all)]) expect(answer).toMatchObject(tooBroad);
  // A search compares in the process, other requests in the database.
  expect(await search(short)).toMatchObject({ ok: true, value: { results: [{ available: true }] } });
  const tooMany = {
    ok: false,
    refusal: { code: 'search_too_broad', extra: { candidates: 1, most: 20_000 } },
  };
  expect(await search(within)).toMatchObject(tooMany);

  const once = (window: Window) => [available(window), quote(window), calendar(window), search(window)];
  const many = Array.from({ length: 8 }, () => [short, within, all].flatMap(once)).flat();
  const isOk = expect.objectContaining({ ok: true });
  const isTooBroad = expect.objectContaining({
    refusal: expect.objectContaining({ code: 'search_too_broad' }),
  });
  for (const answer of await Promise.all(many.map((one) => orOverShare<{ ok: boolean }>(one))))
    expect([isOk, isTooBroad, OVER_SHARE]).toContainEqual(answer);
  const page = await bus.request(listResources, { limit: 100, after: null }, by(court), PATIENT);
  expect(page).toMatchObject({ ok: true });
  expect(await search(all)).toMatchObject({ ok: false, refusal: { code: 'search_too_broad' } });
  expect(await available(within, 10_000 - peak + 1)).toMatchObject(reserved);
  expect([service.exitCode, service.signalCode]).toEqual([null, null]);
}, 240_000);

it('a claim beside 300,000 others, and a change of units, are decided within the heap', async () => {
  const court = await createCourt(inventory.client, { units: 100, timezone: 'UTC', currency: 'EUR' });
  const { resourceId } = court;
  await fillWithClaims(inventory, court, CLAIMS);
  const expiresAt = Temporal.Now.instant().add({ minutes: 15 }).toString();
  const claim = (quantity: number) =>
    bus.request(
      claimUnits,
      { claimId: randomUUID(), resourceId, ...nights(0, 300), quantity, expiresAt },
      by(court),
      PATIENT,
    );
  expect(await claim(41)).toMatchObject({ refusal: { code: 'units_taken' } });
  expect(await claim(40)).toMatchObject({ ok: true });
  const changeTo = (units: number) =>
    bus.request(updateResource, { resourceId, changes: { units } }, by(court), PATIENT);
  expect(await changeTo(99)).toMatchObject({ refusal: { code: 'units_in_use', extra: { unitsTaken: 100 } } });
  await Promise.allSettled(Array.from({ length: 8 }, () => [claim(1), changeTo(99)]).flat());
  expect(await changeTo(101)).toMatchObject({ ok: true });
  expect(await claim(1)).toMatchObject({ ok: true });
  expect([service.exitCode, service.signalCode]).toEqual([null, null]);
}, 240_000);
