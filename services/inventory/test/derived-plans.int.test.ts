import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { putRates } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { searchRequest } from './search-requests.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  client = inventory.client;
});
afterAll(() => inventory.stop());

type Entry = RequestOf<typeof putRates>['ratePlans'][number];
const flex = { code: 'flex', name: 'Flexible', currency: 'EUR' };
const saver = { code: 'saver', name: 'Saver', currency: 'EUR' };
const tenth = { ratePlanCode: 'flex', multiplierBps: 9_000 };

interface Room extends Villa {
  readonly saverId: string;
}

const put = (villa: Villa, ...ratePlans: Entry[]) =>
  client.putRates(villa.tenantId, { resourceId: villa.resourceId, ratePlans });
async function createRoom(derivedFrom: Entry['derivedFrom'] = tenth): Promise<Room> {
  const villa = await createVilla(client);
  const { ratePlans } = valueOf(await put(villa, { ...saver, derivedFrom }));
  return { ...villa, saverId: ratePlans.find(({ code }) => code === 'saver')?.id ?? '' };
}

/** The nights of the quote of the derived plan, or the code of its refusal. */
async function amounts(room: Room, by = client): Promise<unknown> {
  const priced = await by.priceStay(room.tenantId, stayRequest(room, { ratePlanId: room.saverId }));
  return priced.ok
    ? priced.value.priceBreakdown.nights.map(({ amountMinorUnits }) => amountMinorUnits)
    : [priced.refusal.code, priced.refusal.extra];
}

const threeOf = (amount: string) => [amount, amount, amount];
const dateOf = (window: { readonly from: string }) => window.from.slice(0, 10);

async function setRate(room: Room, ratePlanCode: string, amountMinorUnits: string, first = 0, count = 1) {
  const { tenantId, resourceId } = room;
  const { roomType } = valueOf(await client.readResource(tenantId, { resourceId }));
  valueOf(
    await client.setBulkRates(tenantId, {
      roomTypeId: roomType?.id ?? '',
      ratePlanCode,
      from: dateOf(nights(first)),
      to: dateOf(nights(first + count)),
      nightlyRate: { amountMinorUnits, currency: 'EUR' },
    }),
  );
}

async function setBase(room: Villa, ratePlanCode: string, baseAmountMinorUnits: string) {
  const { tenantId, resourceId } = room;
  const pricing = [{ ratePlanCode, baseAmountMinorUnits }];
  return client.putPricing(tenantId, { resourceId, pricing });
}

describe('a derived plan', () => {
  it('is shown with its parent, and every other plan with none', async () => {
    const room = await createRoom({ ...tenth, adjustment: { kind: 'add', amountMinorUnits: '5' } });
    const { ratePlans } = valueOf(await client.readRates(room.tenantId, { resourceId: room.resourceId }));
    expect(ratePlans.map(({ code, derivedFrom }) => [code, derivedFrom])).toEqual([
      ['flex', null],
      ['saver', { ...tenth, adjustment: { kind: 'add', amountMinorUnits: '5' } }],
    ]);
    // Without the field a plan keeps what it has.
    const kept = valueOf(await put(room, { ...saver, name: 'Cheaper' }));
    expect(kept.ratePlans[1]).toMatchObject({ name: 'Cheaper', derivedFrom: tenth });
  });

  it('has the nights of its parent, at once in every process, whichever process changed it', async () => {
    const room = await createRoom();
    const processes = [client, createReplica(inventory.db), createReplica(inventory.db)];
    for (const process of processes) expect(await amounts(room, process)).toEqual(threeOf('9000'));
    for (const [index, changing] of processes.entries()) {
      const base = String(20_000 + index);
      const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: base }];
      valueOf(await changing.putPricing(room.tenantId, { resourceId: room.resourceId, pricing }));
      const expected = String(Math.round((20_000 + index) * 0.9));
      for (const process of processes) expect(await amounts(room, process)).toEqual(threeOf(expected));
    }
    await setRate(room, 'flex', '100');
    for (const process of [...processes, createReplica(inventory.db)])
      expect(await amounts(room, process)).toEqual(['90', '18002', '18002']);
  });

  it('has its own rates before those of its parent, and misses the dates that neither has', async () => {
    const room = await createRoom();
    await setRate(room, 'saver', '7000');
    expect(await amounts(room)).toEqual(['7000', '9000', '9000']);
    valueOf(await put(room, { ...flex }));
    const { tenantId, resourceId } = room;
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: null }];
    valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
    await setRate(room, 'flex', '100', 1);
    expect(await amounts(room)).toEqual(['no_pricing_rule', { missingDates: [dateOf(nights(2))] }]);
    const window = { from: dateOf(nights(0)), to: dateOf(nights(3)) };
    const { nightlyRates } = valueOf(await client.readRates(tenantId, { resourceId, window }));
    expect(
      nightlyRates?.map(({ ratePlanCode, amountMinorUnits, source }) => [
        ratePlanCode,
        amountMinorUnits,
        source,
      ]),
    ).toEqual([
      ['flex', '100', 'override'],
      ['saver', '7000', 'override'],
      ['saver', '90', 'derived'],
    ]);
  });

  it('is sold at the prices of a parent that is disabled or closed, in quotes, searches and calendars', async () => {
    const room = await createRoom();
    const { tenantId, resourceId } = room;
    await setRate(room, 'flex', '20000', 0, 3);
    valueOf(await put(room, { ...flex, enabled: false }));
    const restrictions = [{ ratePlanCode: 'flex', ...nights(), stopSell: true }];
    valueOf(await client.putRestrictions(tenantId, { resourceId, restrictions }));
    expect(await amounts(room)).toEqual(threeOf('18000'));
    const { from, to } = nights();
    for (const ratePlanCodes of [['saver'], undefined]) {
      const request = searchRequest({ window: { from, to }, adults: 2, ratePlanCodes, plans: 'all' });
      const page = valueOf(await client.searchStays(tenantId, request));
      expect(page.results[0]?.cheapest).toMatchObject({ ratePlanCode: 'saver', totalMinorUnits: '54000' });
    }
    const { calendar } = valueOf(
      await client.readCalendar(tenantId, { resourceId, from, to, knownEtags: [] }),
    );
    expect(calendar?.days.map((day) => day.priceHintMinorUnits)).toEqual(threeOf('18000'));
  });

  it('keeps the prices that it had, takes none, and has them again when the derivation ends', async () => {
    const villa = await createVilla(client);
    valueOf(await put(villa, saver));
    valueOf(await setBase(villa, 'saver', '5000'));
    const { ratePlans } = valueOf(await put(villa, { ...saver, derivedFrom: tenth }));
    const room = { ...villa, saverId: ratePlans[1]?.id ?? '' };
    expect(await amounts(room)).toEqual(threeOf('9000'));
    expect(outcomeOf(await setBase(room, 'saver', '1'))).toBe('plan_is_derived');
    expect(outcomeOf(await setBase(room, 'none', '1'))).toBe('unknown_rate_plan_code');
    const { pricing } = valueOf(await client.readPricing(room.tenantId, { resourceId: room.resourceId }));
    expect(pricing).toContainEqual({ ratePlanCode: 'saver', baseAmountMinorUnits: '5000' });
    valueOf(await put(room, { ...saver, derivedFrom: null }));
    expect(await amounts(room)).toEqual(threeOf('5000'));
  });

  it('has the tiers of its parent, and the restrictions of its own', async () => {
    const room = await createRoom();
    const { tenantId, resourceId } = room;
    const lengthOfStayTiers = [{ minNights: 3, multiplierBps: 5_000 }];
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '10000', lengthOfStayTiers }];
    valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
    const priced = valueOf(await client.priceStay(tenantId, stayRequest(room, { ratePlanId: room.saverId })));
    expect(priced.priceBreakdown).toMatchObject({
      subtotalMinorUnits: '27000',
      lengthOfStayAdjustment: { multiplierBps: 5_000, amountMinorUnits: '13500' },
      totalMinorUnits: '13500',
    });
    valueOf(await put(room, { ...flex, minStayNights: 9 }));
    expect(await amounts(room)).toEqual(threeOf('9000'));
    valueOf(await put(room, { ...saver, minStayNights: 9 }));
    expect(await amounts(room)).toEqual(['unavailable', { reasons: ['min_stay'] }]);
  });
});

describe('a PUT of rates', () => {
  const reasonOf = async (villa: Villa, ...entries: Entry[]) => {
    const answer = await put(villa, ...entries);
    return answer.ok ? 'ok' : [answer.refusal.code, answer.refusal.extra?.['reason']];
  };

  it('refuses a parent that is unknown, the plan itself, or derived, and changes nothing', async () => {
    const room = await createRoom();
    const invalid = (reason: string) => ['derived_plan_invalid', reason];
    const from = (ratePlanCode: string) => ({ derivedFrom: { ratePlanCode, multiplierBps: 10_000 } });
    expect(await reasonOf(room, { ...saver, ...from('none') })).toEqual(invalid('unknown'));
    expect(await reasonOf(room, { ...saver, ...from('saver') })).toEqual(invalid('self'));
    expect(await reasonOf(room, { ...saver, code: 'third', ...from('saver') })).toEqual(invalid('chain'));
    expect(await reasonOf(room, { ...flex, ...from('saver') })).toEqual(invalid('chain'));
    // Every plan of a resource has its currency, so a parent in another one is not reached.
    expect(await reasonOf(room, { ...saver, currency: 'USD', code: 'third', ...from('flex') })).toEqual([
      'validation_failed',
      undefined,
    ]);
    valueOf(await put(room, { ...saver, code: 'third' }));
    // It would be a parent that is derived.
    expect(await reasonOf(room, { ...flex, ...from('third') })).toEqual(invalid('chain'));
    const { ratePlans } = valueOf(await client.readRates(room.tenantId, { resourceId: room.resourceId }));
    expect(ratePlans.map(({ derivedFrom }) => derivedFrom?.ratePlanCode ?? null)).toEqual([
      null,
      'flex',
      null,
    ]);
  });

  it('takes parent and child in any order, and lets them change places', async () => {
    const villa = await createVilla(client);
    const child = { ...saver, derivedFrom: { ratePlanCode: 'rack', multiplierBps: 10_000 } };
    expect(await reasonOf(villa, child, { ...saver, code: 'rack' })).toBe('ok');
    // It has a child, and is first of all its own parent.
    const own = { ...saver, code: 'rack', derivedFrom: { ratePlanCode: 'rack', multiplierBps: 10_000 } };
    expect(await reasonOf(villa, own)).toEqual(['derived_plan_invalid', 'self']);
    const former = { ...saver, code: 'rack', derivedFrom: { ratePlanCode: 'saver', multiplierBps: 10_000 } };
    expect(await reasonOf(villa, former, { ...saver, derivedFrom: null })).toBe('ok');
  });
});

describe('prices by occupancy', () => {
  const occupancy = {
    includedAdults: 2,
    extraAdultMinorUnits: '3000',
    singleAdultMultiplierBps: 8_000,
    includedChildren: 0,
    children: [{ fromAge: 3, toAge: 12, amountMinorUnits: '1500' }],
  };

  async function createFamilyRoom(units = 1): Promise<Room> {
    const villa = await createVilla(client, { units });
    const { tenantId, resourceId } = villa;
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '10000', occupancy }];
    const put1 = valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
    expect(put1.pricing).toEqual(pricing);
    const { ratePlans } = valueOf(await put(villa, { ...saver, derivedFrom: tenth }));
    return { ...villa, saverId: ratePlans[1]?.id ?? '' };
  }

  it('are in every night of a quote, of the plan and of one derived from it', async () => {
    const room = await createFamilyRoom();
    const party = { partySize: 4, occupancyChildren: 1, childAges: [8] };
    const nightOf = async (ratePlanId: string, changes: object) =>
      valueOf(await client.priceStay(room.tenantId, stayRequest(room, { ratePlanId, ...changes })));
    const plain = await nightOf(room.ratePlanId, party);
    expect(plain.priceBreakdown.nights[0]).toMatchObject({
      baseAmountMinorUnits: '10000',
      occupancyMultiplierBps: 10_000,
      extraGuestsMinorUnits: '4500',
      amountMinorUnits: '14500',
    });
    expect(plain.extraGuests).toEqual(threeOf('4500'));
    const derived = await nightOf(room.saverId, party);
    expect(derived.priceBreakdown.nights[0]).toMatchObject({
      baseAmountMinorUnits: '10000',
      extraGuestsMinorUnits: '4500',
      amountMinorUnits: '13050',
    });
    expect(derived.extraGuests).toEqual(threeOf('4050'));
    const single = await nightOf(room.ratePlanId, { partySize: 1 });
    expect(single.priceBreakdown.nights[0]).toMatchObject({
      occupancyMultiplierBps: 8_000,
      extraGuestsMinorUnits: '0',
      amountMinorUnits: '8000',
    });
    expect(single).not.toHaveProperty('extraGuests');
  });

  it('refuse several units to a party that does not divide, before the availability, also in a derived plan', async () => {
    const room = await createFamilyRoom(2);
    const { tenantId, resourceId } = room;
    const outcome = async (ratePlanId: string, changes: object) => {
      const priced = await client.priceStay(tenantId, stayRequest(room, { ratePlanId, ...changes }));
      return priced.ok ? priced.value.priceBreakdown.subtotalMinorUnits : priced.refusal.code;
    };
    const [two, three] = [
      { partySize: 4, quantity: 2 },
      { partySize: 3, quantity: 2 },
    ];
    expect(await outcome(room.ratePlanId, two)).toBe('60000');
    expect(await outcome(room.ratePlanId, { partySize: 2, quantity: 2 })).toBe('48000');
    for (const plan of [room.ratePlanId, room.saverId])
      for (const party of [three, { ...three, quantity: 9 }, { ...two, occupancyChildren: 2 }])
        expect(await outcome(plan, party)).toBe('party_not_divisible');
    expect(await outcome('00000000-0000-4000-8000-000000000000', three)).toBe('rate_plan_not_found');
    const { from, to } = nights();
    const request = searchRequest({
      window: { from, to },
      adults: 3,
      quantity: 2,
      plans: 'all',
      bookableOnly: false,
    });
    const [result] = valueOf(await client.searchStays(tenantId, request)).results;
    expect(result).toMatchObject({ available: true, bookable: false, problems: ['party_not_divisible'] });
    expect(result?.offers.map((offer) => offer.totalMinorUnits)).toEqual([null, null]);
    const available = { resourceId, from, to, partySize: 3, quantity: 2 };
    expect(valueOf(await client.findAvailability(tenantId, available)).reasons).toEqual([]);
  });

  it('take each age once, and no band that ends before it begins', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const band = (fromAge: number, toAge: number) => ({ fromAge, toAge, amountMinorUnits: '1' });
    const outcome = async (...children: ReturnType<typeof band>[]) => {
      const pricing = [
        { ratePlanCode: 'flex', baseAmountMinorUnits: '1', occupancy: { ...occupancy, children } },
      ];
      return outcomeOf(await client.putPricing(tenantId, { resourceId, pricing }));
    };
    expect(await outcome(band(3, 12), band(12, 17))).toBe('validation_failed');
    expect(await outcome(band(5, 4))).toBe('validation_failed');
    expect(await outcome(band(13, 17), band(3, 12))).toHaveProperty('pricing');
  });
});
