import { randomUUID } from 'node:crypto';
import type { SearchStaysRequest } from '@lodging/contract-inventory';
import { fixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights } from './create-villa.ts';
import { searchRequest } from './search-requests.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

const dateAt = (day: number) =>
  Temporal.Now.plainDateISO('UTC')
    .add({ days: 60 + day })
    .toString();
const dates = (first = 0, count = 3) => ({ arrival: dateAt(first), departure: dateAt(first + count) });
const search = async (tenantId: string, changes: Partial<SearchStaysRequest> = {}, by = client) =>
  valueOf(
    await by.searchStays(
      tenantId,
      searchRequest({ ...(hasTime(changes) ? {} : { dates: dates() }), ...changes }),
    ),
  );
const hasTime = (changes: object) => ['dates', 'window', 'flexible'].some((name) => name in changes);
const outcome = async (tenantId: string, changes: Partial<SearchStaysRequest>) =>
  outcomeOf(
    await client.searchStays(
      tenantId,
      searchRequest({ ...(hasTime(changes) ? {} : { dates: dates() }), ...changes }),
    ),
  );
const idsOf = ({ results }: Awaited<ReturnType<typeof search>>) => results.map(({ resource }) => resource.id);

const run = (tenantId: string, sql: string) => inventory.db.inTenant(tenantId, (tx) => tx.query(sql));

async function claim(tenantId: string, resourceId: string, changes: object = {}) {
  const request = {
    claimId: randomUUID(),
    resourceId,
    quantity: 1,
    expiresAt: null,
    ...nights(),
    ...changes,
  };
  return valueOf(await client.claimUnits(tenantId, request));
}

async function priceAt(tenantId: string, resourceId: string, amount: string | null, code = 'flex') {
  const pricing = [{ ratePlanCode: code, baseAmountMinorUnits: amount }];
  valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
}

async function changeTo(tenantId: string, resourceId: string, changes: object) {
  valueOf(await client.updateResource(tenantId, { resourceId, changes }));
}

describe('a search by dates', () => {
  it('answers each free resource from its check-in to its check-out, with the price of a quote', async () => {
    const { tenantId, resourceId, ratePlanId } = await createVilla(client, { units: 2 });
    const page = await search(tenantId, { dates: dates(0, 3) });
    const [result] = page.results;
    expect(page).toMatchObject({ evaluated: 1, nextAfter: null });
    const local = (date: string, time: string) =>
      Temporal.PlainDate.from(date)
        .toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time })
        .toInstant()
        .toString({ smallestUnit: 'millisecond' });
    expect(result).toMatchObject({
      resource: { id: resourceId, name: 'Villa Aurora', features: [], roomType: { name: 'Villa' } },
      from: local(dateAt(0), '15:00'),
      to: local(dateAt(3), '11:00'),
      nights: 3,
      available: true,
      reasons: [],
      unitsLeft: 2,
      bookable: true,
      offers: [],
      problems: [],
      alternatives: [],
    });
    expect(result?.cheapest).toEqual({
      ratePlanId,
      ratePlanCode: 'flex',
      name: 'Flexible',
      available: true,
      reasons: [],
      totalMinorUnits: '30000',
      currency: 'EUR',
      displayTotal: { amountMinorUnits: '30000', currency: 'EUR' },
      averageNightMinorUnits: '10000',
      dueAtPropertyMinorUnits: '0',
      refundability: null,
      freeUntil: null,
    });
  });

  it('sells the local nights of a window, and the dates in every zone', async () => {
    const { tenantId, resourceId: berlin } = await createVilla(client);
    const { resourceId: newYork } = await createVilla(client, { tenantId });
    await changeTo(tenantId, newYork, { timezone: 'America/New_York' });
    const at = (day: string) => createReplica(inventory.db, fixedClock(`${day}T12:00:00Z`));
    const window = { from: '2027-06-10T22:30:00.000Z', to: '2027-06-11T22:30:00.000Z' };
    for (const [resourceId, night] of [
      [berlin, 11],
      [newYork, 10],
    ] as const) {
      const stay = { from: `2027-06-${night}T16:00:00.000Z`, to: `2027-06-${night + 1}T16:00:00.000Z` };
      await claim(tenantId, resourceId, stay);
    }
    const reserved = async (time: object) => {
      const { results } = await search(tenantId, { ...time, bookableOnly: false }, at('2027-05-01'));
      return new Map(results.map(({ resource, reasons }) => [resource.id, reasons.join()]));
    };
    const byWindow = await reserved({ window });
    expect([byWindow.get(berlin), byWindow.get(newYork)]).toEqual(['reserved', 'reserved']);
    const byDates = await reserved({ dates: { arrival: '2027-06-10', departure: '2027-06-11' } });
    expect([byDates.get(berlin), byDates.get(newYork)]).toEqual(['', 'reserved']);
  });

  it('counts the units that are left by the peak, not by the claims', async () => {
    const { tenantId, resourceId } = await createVilla(client, { units: 2 });
    await claim(tenantId, resourceId, nights(0, 1));
    await claim(tenantId, resourceId, nights(1, 1));
    const one = await search(tenantId, { dates: dates(0, 2) });
    expect(one.results[0]).toMatchObject({ unitsLeft: 1, bookable: true });
    const two = await search(tenantId, { dates: dates(0, 2), quantity: 2, bookableOnly: false });
    expect(two.results[0]).toMatchObject({ unitsLeft: 1, bookable: false, reasons: ['reserved'] });
  });

  it('shows the next search what was claimed, archived, restricted, priced or lapsed', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const other = createReplica(inventory.db);
    const found = async () => [
      (await search(tenantId)).results[0]?.cheapest?.totalMinorUnits,
      (await search(tenantId, {}, other)).results[0]?.cheapest?.totalMinorUnits,
    ];
    expect(await found()).toEqual(['30000', '30000']);
    await priceAt(tenantId, resourceId, '12345');
    expect(await found()).toEqual(['37035', '37035']);
    const fee = {
      kind: 'fee',
      name: 'Fee',
      basis: 'per_stay',
      amountMinorUnits: '500',
      currency: 'EUR',
    } as const;
    valueOf(await client.putTaxRule(tenantId, { code: 'fee', rule: fee }));
    expect(await found()).toEqual(['37535', '37535']);
    await changeTo(tenantId, resourceId, { archived: true });
    expect(await found()).toEqual([undefined, undefined]);
    await changeTo(tenantId, resourceId, { archived: false });
    const lease = { claimId: randomUUID(), expiresAt: new Date(Date.now() + 600_000).toISOString() };
    await claim(tenantId, resourceId, lease);
    expect(await found()).toEqual([undefined, undefined]);
    // The lease lapses by the clock of the database, without any other change.
    await run(
      tenantId,
      `UPDATE claims SET expires_at = now() - interval '1 s' WHERE claim_id = '${lease.claimId}'`,
    );
    expect(await found()).toEqual(['37535', '37535']);
  });

  it('finds long and short claims alike', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const reasonsWith = async (first: number, count: number) => {
      const claimId = randomUUID();
      await claim(tenantId, resourceId, { claimId, ...nights(first, count) });
      const { results } = await search(tenantId, { dates: dates(100, 2), bookableOnly: false });
      valueOf(await client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' }));
      return results[0]?.reasons;
    };
    for (const [first, count] of [
      [101, 1],
      [70, 31],
      [101, 31],
      [70, 32],
      [101, 32],
      [0, 300],
      [101, 200],
    ] as const)
      expect(await reasonsWith(first, count), `${first} ${count}`).toEqual(['reserved']);
    expect(await reasonsWith(102, 40)).toEqual([]);
    expect(await reasonsWith(60, 40)).toEqual([]);
  });

  it('sees nothing of another tenant', async () => {
    const { resourceId } = await createVilla(client);
    const { tenantId, resourceId: own } = await createVilla(client);
    expect(idsOf(await search(tenantId))).toEqual([own]);
    expect(idsOf(await search(tenantId, { resourceIds: [resourceId, own, own] }))).toEqual([own]);
  });
});

describe('the plans of a result', () => {
  it('are the cheapest that accepts, or all by code with their reasons', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const currency = 'EUR';
    const ratePlans = [
      { code: 'flex', name: 'Flexible', currency, minStayNights: 9 },
      { code: 'dear', name: 'Dear', currency },
      { code: 'bare', name: 'Without a price', currency },
      { code: 'gone', name: 'Gone', currency, enabled: false },
    ];
    valueOf(await client.putRates(tenantId, { resourceId, ratePlans }));
    await priceAt(tenantId, resourceId, '20000', 'dear');
    const cheapest = (await search(tenantId)).results[0];
    expect(cheapest).toMatchObject({ available: true, reasons: [], offers: [] });
    expect(cheapest?.cheapest).toMatchObject({ ratePlanCode: 'dear', totalMinorUnits: '60000' });
    const all = (await search(tenantId, { plans: 'all' })).results[0];
    expect(
      all?.offers.map(({ ratePlanCode, reasons, totalMinorUnits }) => [
        ratePlanCode,
        reasons,
        totalMinorUnits,
      ]),
    ).toEqual([
      ['bare', [], null],
      ['dear', [], '60000'],
      ['flex', ['min_stay'], null],
    ]);
    const named = await search(tenantId, { ratePlanCodes: ['flex'], bookableOnly: false });
    expect(named.results[0]).toMatchObject({ available: false, reasons: ['min_stay'], cheapest: null });
    expect(idsOf(await search(tenantId, { ratePlanCodes: ['gone', 'other'], bookableOnly: false }))).toEqual(
      [],
    );
    const bare = await search(tenantId, { ratePlanCodes: ['bare'], bookableOnly: false });
    expect(bare.results[0]).toMatchObject({
      available: true,
      bookable: false,
      problems: ['no_pricing_rule'],
    });
  });

  it('with free cancellation cost nothing to cancel now', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const all = { kind: 'percent', bps: 10_000, of: 'total' } as const;
    const steps = [{ before: { count: 10, unit: 'days' }, penalty: { kind: 'none' } }] as const;
    const policy = { name: 'Free', steps: [...steps], afterwards: all, noShow: all };
    valueOf(await client.putCancellationPolicy(tenantId, { code: 'free', policy }));
    expect(idsOf(await search(tenantId, { freeCancellation: true }))).toEqual([]);
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR', cancellationPolicyCode: 'free' };
    valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan] }));
    const free = (await search(tenantId, { freeCancellation: true })).results[0];
    expect(free?.cheapest).toMatchObject({ refundability: 'partially_refundable' });
    expect(free?.cheapest?.freeUntil?.slice(0, 10)).toBe(dateAt(-10));
    const soon = { arrival: dateAt(-55), departure: dateAt(-53) };
    expect(idsOf(await search(tenantId, { dates: soon, freeCancellation: true }))).toEqual([]);
    expect((await search(tenantId, { dates: soon })).results[0]?.cheapest).toMatchObject({
      refundability: 'non_refundable',
      freeUntil: null,
    });
  });
});

describe('the filters of a search', () => {
  it('leave what has the kinds, the room type, the features and the words', async () => {
    const { tenantId, resourceId: villa } = await createVilla(client);
    const { resourceId: court } = await createCourt(client, { tenantId, currency: 'EUR' });
    valueOf(
      await client.putPricing(tenantId, {
        resourceId: court,
        pricing: [{ ratePlanCode: null, baseAmountMinorUnits: '1000' }],
      }),
    );
    await changeTo(tenantId, villa, { features: ['sea_view', 'wifi'], description: 'Über den Dächern' });
    const found = async (changes: Partial<SearchStaysRequest>) => idsOf(await search(tenantId, changes));
    expect(await found({})).toEqual([court, villa]);
    expect(await found({ kinds: [] })).toEqual([court, villa]);
    expect(await found({ kinds: ['generic'] })).toEqual([court]);
    expect(await found({ kinds: ['villa', 'apartment'] })).toEqual([villa]);
    expect(await found({ roomTypeIds: [randomUUID()] })).toEqual([]);
    expect(await found({ features: ['wifi'] })).toEqual([villa]);
    expect(await found({ features: ['wifi', 'pool'] })).toEqual([]);
    expect(await found({ ratePlanCodes: ['flex'] })).toEqual([villa]);
    expect(await found({ text: 'uber AURORA' })).toEqual([villa]);
    expect(await found({ text: 'sea dach' })).toEqual([villa]);
    expect(await found({ text: 'villa pool' })).toEqual([]);
  });

  it('keep what costs no more in the display currency', async () => {
    const { tenantId } = await createVilla(client);
    const found = async (most: string) =>
      idsOf(await search(tenantId, { currency: 'EUR', maxTotalMinorUnits: most })).length;
    expect([await found('30000'), await found('29999')]).toEqual([1, 0]);
    expect(await outcome(tenantId, { maxTotalMinorUnits: '30000' })).toBe('currency_required');
  });
});

describe('flexible dates', () => {
  const range = (changes: object = {}) => ({
    flexible: { earliest: dateAt(0), latest: dateAt(6), minNights: 1, maxNights: 2, ...changes },
  });

  it('answer the lowest total per night, then fewer nights, then the earlier ones', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const best = async (changes: object = {}) => {
      const [result] = (await search(tenantId, { ...range(changes), bookableOnly: false })).results;
      return [result?.from.slice(0, 10), result?.nights, result?.bookable];
    };
    expect(await best()).toEqual([dateAt(0), 1, true]);
    const rates = valueOf(await client.readResource(tenantId, { resourceId }));
    const bulk = {
      roomTypeId: rates.roomType?.id ?? '',
      ratePlanCode: 'flex',
      from: dateAt(3),
      to: dateAt(5),
    };
    const nightlyRate = { amountMinorUnits: '8000', currency: 'EUR' };
    valueOf(await client.setBulkRates(tenantId, { ...bulk, nightlyRate }));
    expect(await best()).toEqual([dateAt(3), 1, true]);
    expect(await best({ minNights: 2 })).toEqual([dateAt(3), 2, true]);
    await claim(tenantId, resourceId, nights(3, 1));
    expect(await best()).toEqual([dateAt(4), 1, true]);
    await claim(tenantId, resourceId, nights(0, 3));
    await claim(tenantId, resourceId, nights(4, 3));
    expect(await best()).toEqual([dateAt(0), 1, false]);
  });

  it('begin on the weekdays that are named, and leave generic resources out', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await createCourt(client, { tenantId, currency: 'EUR' });
    const weekday = Temporal.PlainDate.from(dateAt(2)).dayOfWeek;
    const page = await search(tenantId, range({ arrivalWeekdays: [weekday], maxNights: 1 }));
    expect(idsOf(page)).toEqual([resourceId]);
    expect(page).toMatchObject({ evaluated: 1 });
    expect(page.results[0]?.from.slice(0, 10)).toBe(dateAt(2));
    const none = range({ latest: dateAt(1), arrivalWeekdays: [weekday], maxNights: 1 });
    expect((await search(tenantId, none)).results).toEqual([]);
  });
});

describe('the order of a search', () => {
  async function several(amounts: readonly string[]) {
    const tenantId = randomUUID();
    const made: string[] = [];
    for (const amount of amounts) {
      const { resourceId } = await createVilla(client, { tenantId });
      await priceAt(tenantId, resourceId, amount);
      made.push(resourceId);
    }
    return { tenantId, made };
  }

  it('pages through every resource once, in each order', async () => {
    const { tenantId, made } = await several(['300', '100', '200', '100', '300', '200', '100']);
    for (const sort of ['price', 'price_per_night', 'name', 'created'] as const) {
      const whole = idsOf(await search(tenantId, { sort, limit: 100 }));
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof search>> = await search(tenantId, { sort, limit: 2, after });
        paged.push(...idsOf(page));
        after = page.nextAfter;
      } while (after !== null);
      expect(paged, sort).toEqual(whole);
      expect(paged.toSorted(), sort).toEqual(made.toSorted());
    }
    expect(idsOf(await search(tenantId, { sort: 'created' }))).toEqual(made);
  });

  it('puts what cannot be booked last, and what has no exchange rate before it', async () => {
    const { tenantId, made } = await several(['300', '100']);
    const [dear = '', cheap = ''] = made;
    const { resourceId: court } = await createCourt(client, { tenantId, currency: 'JPY' });
    const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '1' }];
    valueOf(await client.putPricing(tenantId, { resourceId: court, pricing }));
    await claim(tenantId, cheap);
    const page = await search(tenantId, { currency: 'EUR', bookableOnly: false });
    expect(idsOf(page)).toEqual([dear, court, cheap]);
    expect(page.results[1]).toMatchObject({ bookable: true, problems: ['fx_rate_unavailable'] });
    expect(page.results[1]?.cheapest).toMatchObject({ totalMinorUnits: '3', displayTotal: null });
    expect(await outcome(tenantId, {})).toBe('currency_required');
    expect(await outcome(tenantId, { sort: 'name' })).toMatchObject({ evaluated: 3 });
  });

  it('ties equal totals of two currencies by id', async () => {
    const { tenantId, made } = await several(['10000']);
    const { resourceId: court } = await createCourt(client, { tenantId, currency: 'USD' });
    const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '10850' }];
    valueOf(await client.putPricing(tenantId, { resourceId: court, pricing }));
    const effectiveAt = new Date(Date.now() - 60_000).toISOString();
    const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.0850', effectiveAt, source: 'x' }];
    valueOf(await client.putFxRates('00000000-0000-0000-0000-000000000000', { rates }));
    const page = await search(tenantId, { currency: 'USD', dates: dates(0, 1) });
    expect(page.results.map(({ cheapest }) => cheapest?.displayTotal?.amountMinorUnits)).toEqual([
      '10850',
      '10850',
    ]);
    expect(idsOf(page)).toEqual([...made, court].toSorted());
  });

  it('goes on from a position of the same search alone, for 15 minutes', async () => {
    const { tenantId } = await several(['300', '100', '200']);
    const { nextAfter: after } = await search(tenantId, { limit: 1 });
    expect(await outcome(tenantId, { limit: 2, after })).toMatchObject({ evaluated: 3 });
    expect(await outcome(tenantId, { limit: 1, after, adults: 1 })).toBe('invalid_cursor');
    expect(await outcome(tenantId, { limit: 1, after, sort: 'name' })).toBe('invalid_cursor');
    expect(await outcome(tenantId, { after: '{}' })).toBe('invalid_cursor');
    expect(await outcome(tenantId, { after: 'x' })).toBe('invalid_cursor');
    const later = (minutes: number) =>
      createReplica(inventory.db, fixedClock(Temporal.Now.instant().add({ minutes }).toString()));
    const at = async (minutes: number) =>
      outcomeOf(
        await later(minutes).searchStays(tenantId, searchRequest({ dates: dates(), limit: 1, after })),
      );
    expect(await at(14)).toMatchObject({ evaluated: 3 });
    expect(await at(16)).toBe('invalid_cursor');
  });
});

describe('a search is refused', () => {
  it('where its window is no stay', async () => {
    const { tenantId } = await createVilla(client);
    for (const changes of [
      { dates: { arrival: dateAt(1), departure: dateAt(1) } },
      { dates: { arrival: dateAt(2), departure: dateAt(1) } },
      { dates: { arrival: '2020-01-01', departure: '2020-01-03' } },
      { dates: dates(0, 367) },
      { dates: { arrival: '2090-01-01', departure: '2090-01-03' } },
      { window: { from: `${dateAt(1)}T12:00:00.000Z`, to: `${dateAt(1)}T12:00:00.000Z` } },
      { window: { from: `${dateAt(1)}T12:00:00.000Z`, to: `${dateAt(1)}T13:00:00.000Z` } },
      { flexible: { earliest: '2020-01-01', latest: '2020-01-09', minNights: 1, maxNights: 2 } },
    ])
      expect(await outcome(tenantId, changes), JSON.stringify(changes)).toBe('invalid_window');
    expect(await outcome(randomUUID(), { dates: { arrival: '2020-01-01', departure: '2020-01-03' } })).toBe(
      'invalid_window',
    );
    expect(await outcome(tenantId, { dates: dates(0, 366) })).toMatchObject({ evaluated: 1 });
    expect(await outcome(randomUUID(), {})).toMatchObject({ evaluated: 0, results: [] });
  });

  it('where it looks at too much, and says how much; in order of creation it pages', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    await run(
      tenantId,
      `INSERT INTO resources (tenant_id, id, kind, name, slug, capacity, currency, timezone, units, photo_urls, created_at)
       SELECT '${tenantId}', gen_random_uuid(), 'generic', 'Court', 's-' || n, 2, 'EUR', 'UTC', 1, '{}', now() - n * interval '1 s'
       FROM generate_series(1, 1010) AS n`,
    );
    const refused = await client.searchStays(tenantId, searchRequest({ dates: dates() }));
    expect(refused.ok ? undefined : refused.refusal).toMatchObject({
      code: 'search_too_broad',
      extra: { candidates: 1_011, work: 3_033, most: 1_000 },
    });
    expect(idsOf(await search(tenantId, { text: 'aurora' }))).toEqual([resourceId]);
    expect(await outcome(tenantId, { text: 'court' })).toBe('search_too_broad');
    const first = await search(tenantId, { sort: 'created' });
    expect(first).toMatchObject({ evaluated: 1_000, results: [] });
    const second = await search(tenantId, { sort: 'created', after: first.nextAfter });
    expect(second).toMatchObject({ evaluated: 11, nextAfter: null });
    expect(idsOf(second)).toEqual([resourceId]);
  });

  it('where it would evaluate too many nights', async () => {
    const { tenantId } = await createVilla(client);
    const villas = 11;
    for (let made = 1; made < villas; made += 1) await createVilla(client, { tenantId });
    const flexible = { earliest: dateAt(0), latest: dateAt(62), minNights: 1, maxNights: 30 };
    const refused = await client.searchStays(tenantId, searchRequest({ flexible }));
    expect(refused.ok ? undefined : refused.refusal.extra).toEqual({
      candidates: villas,
      work: villas * 19_840,
      most: 200_000,
    });
  });
});

it('a search never says bookable after the claim of the last unit', async () => {
  const { tenantId, resourceId } = await createVilla(client, { units: 20 });
  let sold = 0;
  const searches = async () => {
    for (let round = 0; round < 25; round += 1) {
      const soldBefore = sold;
      const [result] = (await search(tenantId, { bookableOnly: false })).results;
      expect(result?.unitsLeft).toBeLessThanOrEqual(20 - soldBefore);
      if (soldBefore === 20) expect(result?.bookable).toBe(false);
    }
  };
  const claims = async () => {
    for (let made = 0; made < 20; made += 1) {
      await claim(tenantId, resourceId);
      sold += 1;
    }
  };
  await Promise.all([searches(), searches(), claims()]);
  expect((await search(tenantId, { bookableOnly: false })).results[0]).toMatchObject({
    unitsLeft: 0,
    bookable: false,
  });
});
