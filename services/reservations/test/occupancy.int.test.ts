import { listResourceBlocks } from '@lodging/contract-inventory';
import * as contract from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { newId } from '@lodging/kit-runtime';
import { testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomeOf, placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

type Blocks = ResponseOf<typeof listResourceBlocks>;

let service: TestReservations;
let bus: Bus;
let inventory: { stop(): Promise<void> };
let answered: Blocks;
const requested: RequestOf<typeof listResourceBlocks>[] = [];
beforeAll(async () => {
  const log = testLogger();
  service = await startReservations();
  bus = await connectBus({ url: useServers().natsUrl, name: 'neighbours', identity: testIdentity(), log });
  const answer = on(listResourceBlocks, async (request) => {
    requested.push(request);
    return ok(answered);
  });
  inventory = await serve(bus, { group: 'inventory', log }, [answer]);
});
afterAll(async () => {
  await inventory.stop();
  await bus.drain();
  await service.close();
});

const DATES = { from: '2027-03-01', to: '2027-04-30' };
const room = (resourceId: string) => ({ resourceId, units: 2, timezone: 'UTC', generic: false });
const blockOf = (resourceId: string, id: string = randomUUID()) => ({
  id,
  resourceId,
  from: '2027-03-05',
  to: '2027-03-07',
  startsAt: '2027-03-05T14:00:00.000Z',
  endsAt: '2027-03-07T10:00:00.000Z',
  units: 1,
  kind: 'out_of_order' as const,
  note: 'The shower leaks.',
  connectionId: null,
  version: 1,
});

async function occupancyOf(
  changes: Partial<RequestOf<typeof contract.readOccupancy>> = {},
  tenantId = service.tenantId,
) {
  const request = { limit: 100, after: null, ...DATES, knownEtags: [], ...changes };
  return service.request(contract.readOccupancy, request, tenantId);
}

async function insert(tenantId: string, resourceId: string, state: string): Promise<string> {
  const id = randomUUID();
  await service.probe.sql(
    `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, room_type_id, starts_at, ends_at,
       time_zone, quantity, occupancy_adults, occupancy_children, total_minor_units, currency, source, hold_expires_at,
       attempt_until, created_at, updated_at)
     VALUES ($1, $2, true, $3, 2, $4, $4, '2027-03-01T14:00:00Z', '2027-03-03T10:00:00Z', 'UTC', 1, 2, 1, 100, 'EUR',
       'manual', CASE WHEN $3 IN ('held', 'expired') THEN now() + interval '1 hour' END, now(), now(), now())`,
    [tenantId, id, state, resourceId],
  );
  return id;
}

it('lists stays, holds and blocks of each resource by their begin, without bookings that have ended', async () => {
  const tenantId = newId();
  const [one, two] = [randomUUID(), randomUUID()];
  const ids: Record<string, string> = {};
  for (const state of ['confirmed', 'checked_in', 'checked_out', 'cancelled', 'no_show', 'expired', 'held'])
    ids[state] = await insert(tenantId, one, state);
  const block = blockOf(one);
  const notes = `Late arrival. ${'x'.repeat(200)}`;
  await service.probe.sql('UPDATE reservations SET notes = $2 WHERE id = $1', [ids['checked_in'], notes]);
  answered = { resources: [room(one), room(two)], blocks: [block], nextAfter: null };
  const { occupancy } = valueOf(await occupancyOf({}, tenantId));
  expect(occupancy).toMatchObject({ ...DATES, nextAfter: null });
  expect(occupancy?.resources.map(({ resourceId, units }) => [resourceId, units])).toEqual([
    [one, 2],
    [two, 2],
  ]);
  const entries = occupancy?.resources[0]?.entries ?? [];
  expect(new Set(entries.map(({ id }) => id))).toEqual(
    new Set([ids['confirmed'], ids['checked_in'], ids['checked_out'], ids['held'], block.id]),
  );
  expect(entries.find(({ id }) => id === ids['confirmed'])).toEqual({
    kind: 'stay',
    id: ids['confirmed'],
    reference: expect.stringMatching(/^[0-9A-Z]{8}$/),
    groupId: null,
    from: '2027-03-01',
    to: '2027-03-03',
    startsAt: '2027-03-01T14:00:00.000Z',
    endsAt: '2027-03-03T10:00:00.000Z',
    units: 1,
    state: 'confirmed',
    guestName: null,
    partySize: 3,
    source: 'manual',
    balanceState: 'none',
    holdExpiresAt: null,
    block: null,
    note: null,
    connectionId: null,
    version: 2,
  });
  expect(entries.find(({ id }) => id === ids['checked_in'])?.note).toBe(notes.slice(0, 100));
  expect(entries.find(({ id }) => id === ids['held'])).toMatchObject({
    kind: 'hold',
    state: 'held',
    holdExpiresAt: expect.any(String),
  });
  expect(entries.at(-1)).toMatchObject({
    kind: 'block',
    id: block.id,
    reference: null,
    state: null,
    block: 'out_of_order',
    note: 'The shower leaks.',
    version: 1,
  });
  expect(requested.at(-1)).toMatchObject({ ...DATES, limit: 100, after: null });
});

it('has the same ETag until something changes, and no page for a client that knows it', async () => {
  const { stay } = { stay: await placeHold(service) };
  answered = { resources: [room(stay.resourceId)], blocks: [], nextAfter: null };
  const first = valueOf(await occupancyOf());
  expect(first.occupancy?.resources[0]?.entries).toMatchObject([{ kind: 'hold', id: stay.id }]);
  const known = valueOf(await occupancyOf({ knownEtags: [first.etag] }));
  expect(known).toEqual({ etag: first.etag, occupancy: null });
  answered = { ...answered, blocks: [blockOf(stay.resourceId)] };
  const changed = valueOf(await occupancyOf({ knownEtags: [first.etag] }));
  expect(changed.etag).not.toBe(first.etag);
  expect(changed.occupancy?.resources[0]?.entries).toHaveLength(2);
  const ofOther = valueOf(await occupancyOf({}, newId()));
  expect(ofOther.occupancy?.resources[0]?.entries).toMatchObject([{ kind: 'block' }]);
});

it('has at most 92 nights and 10,000 entries', async () => {
  const resourceId = randomUUID();
  answered = { resources: [room(resourceId)], blocks: [], nextAfter: null };
  const from = '2027-03-01';
  expect(outcomeOf(await occupancyOf({ from, to: from }))).toBe('invalid_window');
  expect(outcomeOf(await occupancyOf({ from, to: '2027-06-02' }))).toBe('range_too_large');
  expect((await occupancyOf({ from, to: '2027-06-01' })).ok).toBe(true);
  answered = { ...answered, blocks: null };
  expect(outcomeOf(await occupancyOf())).toBe('range_too_large');
});

it('reads 100 rooms and 60 nights with 2,000 stays and 200 blocks well within a second', async () => {
  const tenantId = newId();
  const ids = Array.from({ length: 100 }, () => randomUUID());
  await service.probe.sql(
    `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, room_type_id, starts_at, ends_at,
       time_zone, quantity, occupancy_children, total_minor_units, currency, source, attempt_until, created_at, updated_at)
     SELECT $1, gen_random_uuid(), true, 'confirmed', 2, room, room, date '2027-03-01' + n * 3 + time '14:00',
       date '2027-03-03' + n * 3 + time '10:00', 'Europe/Vienna', 1, 0, 100, 'EUR', 'manual', now(), now(), now()
     FROM unnest($2::uuid[]) AS room, generate_series(0, 19) AS n`,
    [tenantId, ids],
  );
  await service.probe.sql('ANALYZE reservations');
  answered = {
    resources: ids.map(room),
    blocks: ids.flatMap((id) => [blockOf(id), blockOf(id)]),
    nextAfter: null,
  };
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const from = performance.now();
    const { occupancy } = valueOf(await occupancyOf({}, tenantId));
    times.push(performance.now() - from);
    expect(occupancy?.resources[99]?.entries).toHaveLength(22);
  }
  const sorted = times.slice(10).toSorted((one, other) => one - other);
  expect(sorted[20]).toBeLessThan(1_000);
}, 120_000);
