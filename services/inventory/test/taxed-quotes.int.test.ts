import type { putTaxRule } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { Database } from '@lodging/kit-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
let inventory: TestInventory;
let client: InventoryClient;
let replicas: InventoryClient[];
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
  replicas = [client, createReplica(inventory.db), createReplica(inventory.db)];
});
afterAll(() => inventory.stop());

type Fields = RequestOf<typeof putTaxRule>['rule'];
const vat: Fields = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '1000' };
const put = async (villa: Villa, code: string, rule: Fields, by = client) =>
  valueOf(await by.putTaxRule(villa.tenantId, { code, rule }));
const priceOf = async (villa: Villa, changes: object = {}, by = client) =>
  valueOf(await by.priceStay(villa.tenantId, stayRequest(villa, changes)));
const totals = (villa: Villa) =>
  Promise.all(replicas.map(async (by) => (await priceOf(villa, {}, by)).priceBreakdown.totalMinorUnits));

describe('a price', () => {
  it('without tax rules has its total and neutral values', async () => {
    const { priceBreakdown, displayTotal } = await priceOf(await createVilla(client));
    const { nights: _nights, ...sums } = priceBreakdown;
    const none = { kind: 'none', amountMinorUnits: '0', multiplierBps: 10_000 };
    expect(sums).toEqual({
      currency: 'EUR',
      subtotalMinorUnits: '30000',
      leadTimeAdjustment: none,
      lengthOfStayAdjustment: none,
      roomTotalMinorUnits: '30000',
      discountMinorUnits: '0',
      accommodationMinorUnits: '30000',
      lines: [],
      includedTaxMinorUnits: '0',
      addedTaxMinorUnits: '0',
      feesMinorUnits: '0',
      extrasMinorUnits: '0',
      dueAtPropertyMinorUnits: '0',
      totalMinorUnits: '30000',
    });
    expect(displayTotal.amountMinorUnits).toBe('30000');
  });

  it('has the lines and sums of the rules, and is shown in another currency with them', async () => {
    const villa = await createVilla(client);
    const effectiveAt = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' });
    const rates = [{ fromCurrency: 'EUR', toCurrency: 'JPY', rate: '160', effectiveAt, source: 'test' }];
    valueOf(await client.putFxRates(NIL, { rates }));
    const fee = { kind: 'fee', basis: 'per_stay', amountMinorUnits: '3000', currency: 'EUR' } as const;
    await put(villa, 'cleaning', { name: 'Cleaning', ...fee });
    await put(villa, 'VAT', { ...vat, rateBps: '700', inclusive: true });
    await put(villa, 'key', { name: 'Key deposit', ...fee, amountMinorUnits: '500', collect: 'property' });
    const priced = await priceOf(villa, { displayCurrency: 'JPY' });
    expect(priced.priceBreakdown).toMatchObject({
      roomTotalMinorUnits: '30000',
      includedTaxMinorUnits: '1963',
      feesMinorUnits: '3000',
      dueAtPropertyMinorUnits: '500',
      totalMinorUnits: '33000',
    });
    expect(priced.priceBreakdown.lines[2]).toEqual({
      id: 'VAT',
      kind: 'tax',
      code: 'VAT',
      name: 'VAT',
      inclusive: true,
      collect: 'online',
      refundable: true,
      baseMinorUnits: '30000',
      rateBps: '700',
      unitAmountMinorUnits: null,
      count: null,
      amountMinorUnits: '1963',
      note: null,
    });
    expect(priced.displayTotal).toEqual({ amountMinorUnits: '52800', currency: 'JPY' });
  });

  it('counts persons by age, and says how many ages were assumed', async () => {
    const villa = await createVilla(client);
    await put(villa, 'city', {
      name: 'City tax',
      kind: 'tax',
      basis: 'per_person_per_night',
      currency: 'EUR',
      amountMinorUnits: '250',
      ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '0' }],
    });
    const lineOf = async (changes: object) =>
      (await priceOf(villa, { partySize: 3, ...changes })).priceBreakdown.lines[0];
    expect(await lineOf({})).toMatchObject({ count: 9, amountMinorUnits: '2250', note: null });
    expect(await lineOf({ occupancyChildren: 1 })).toMatchObject({
      count: 6,
      amountMinorUnits: '1500',
      note: 'assumed_age:1',
    });
    const known = { occupancyChildren: 2, childAges: [15, 16] };
    expect(await lineOf(known)).toMatchObject({ count: 6, amountMinorUnits: '1500', note: null });
  });

  it('of children is held against the room type', async () => {
    const villa = await createVilla(client);
    const outcome = async (changes: object) =>
      outcomeOf(await client.priceStay(villa.tenantId, stayRequest(villa, { partySize: 4, ...changes })));
    expect(await outcome({ occupancyChildren: 3 })).toBe('unavailable');
    expect(await outcome({ occupancyChildren: 2 })).toMatchObject({ resourceId: villa.resourceId });
    expect(await outcome({ partySize: 1, occupancyChildren: 2 })).toBe('unavailable');
  });

  it('exempts the guests of a booking from a rule that allows it, and from no other', async () => {
    const villa = await createVilla(client);
    await put(villa, 'City', { ...vat, exemptible: true });
    await put(villa, 'VAT', vat);
    const booked = (code: string) =>
      client.priceStay(
        villa.tenantId,
        stayRequest(villa, { purpose: 'booking', taxExemptions: [{ code, reason: 'diplomat' }] }),
      );
    expect(valueOf(await booked('CITY')).priceBreakdown).toMatchObject({
      lines: [{ code: 'City', amountMinorUnits: '0', note: 'exempt:diplomat' }, { code: 'VAT' }],
      totalMinorUnits: '33000',
    });
    for (const code of ['VAT', 'other']) expect(outcomeOf(await booked(code))).toBe('exemption_not_allowed');
  });

  it('above fifteen digits with its taxes is none', async () => {
    const villa = await createVilla(client);
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '333333333333333' }];
    valueOf(await client.putPricing(villa.tenantId, { resourceId: villa.resourceId, pricing }));
    expect((await priceOf(villa)).priceBreakdown.totalMinorUnits).toBe('999999999999999');
    await put(villa, 'VAT', vat);
    expect(outcomeOf(await client.priceStay(villa.tenantId, stayRequest(villa)))).toBe('no_pricing_rule');
  });
});

describe('a changed rule', () => {
  it('is in the very next price of every process, whichever process changed it', async () => {
    const villa = await createVilla(client);
    expect(await totals(villa)).toEqual(['30000', '30000', '30000']);
    for (const [index, by] of replicas.entries()) {
      await put(villa, 'VAT', { ...vat, rateBps: `${(index + 1) * 1_000}` }, by);
      expect(await totals(villa)).toEqual(Array(3).fill(`${30_000 + (index + 1) * 3_000}`));
    }
    await put(villa, 'VAT', { ...vat, enabled: false });
    expect(await totals(villa)).toEqual(['30000', '30000', '30000']);
    await put(villa, 'VAT', vat);
    valueOf(await client.deleteTaxRule(villa.tenantId, { code: 'vat' }));
    expect(await totals(villa)).toEqual(['30000', '30000', '30000']);
  });

  it('is in prices of its tenant alone', async () => {
    const [villa, other] = [await createVilla(client), await createVilla(client)];
    await put(villa, 'VAT', vat);
    expect(await totals(other)).toEqual(['30000', '30000', '30000']);
  });

  it('leaves the rows of the resources as they are', async () => {
    const villa = await createVilla(client);
    const version = () =>
      asOwner(inventory, villa.tenantId, async (owner) => {
        const { rows } = await owner.query('SELECT xmin, config_version FROM resources');
        return rows as unknown;
      });
    const before = await version();
    await put(villa, 'VAT', vat);
    valueOf(await client.deleteTaxRule(villa.tenantId, { code: 'VAT' }));
    expect(await version()).toEqual(before);
  });

  it('is in no price as a part of two states, while rules and prices change at once', async () => {
    const villa = await createVilla(client);
    const flat = (amount: number): Fields => ({
      name: 'Fee',
      kind: 'fee',
      basis: 'per_stay',
      amountMinorUnits: String(amount),
      currency: 'EUR',
    });
    let newest = 0;
    const change = async () => {
      for (let amount = 1; amount <= 25; amount += 1) {
        await put(villa, 'fee', flat(amount), replicas[amount % 3]);
        newest = amount;
      }
    };
    const observe = async (by: InventoryClient) => {
      while (newest < 25) {
        const atLeast = newest;
        const { lines } = (await priceOf(villa, {}, by)).priceBreakdown;
        expect(Number(lines[0]?.amountMinorUnits ?? 0)).toBeGreaterThanOrEqual(atLeast);
      }
    };
    await Promise.all([change(), ...replicas.map(observe)]);
    expect(await totals(villa)).toEqual(['30025', '30025', '30025']);
  });
});

describe('the reads of a price', () => {
  function counted(): { readonly by: InventoryClient; readonly statements: () => number[] } {
    const sent: number[] = [];
    const db: Database = {
      ...inventory.db,
      readManyInTenant: (tenantId, statements) => {
        sent.push(statements.length);
        return inventory.db.readManyInTenant(tenantId, statements);
      },
    };
    return { by: createReplica(db), statements: () => sent.splice(0) };
  }

  it('are one round trip, the first of a process too, and no statement more than without rules', async () => {
    const villa = await createVilla(client);
    await put(villa, 'VAT', vat);
    const { by, statements } = counted();
    await priceOf(villa, {}, by);
    expect(statements()).toEqual([4]);
    await priceOf(villa, nights(10), by);
    expect(statements()).toEqual([2]);
    const request = { resourceId: villa.resourceId, partySize: 2, ...nights() };
    valueOf(await by.findAvailability(villa.tenantId, request));
    expect(statements()).toEqual([1]);
    await put(villa, 'VAT', vat);
    await priceOf(villa, {}, by);
    expect(statements()).toEqual([2, 3]);
  });
});
