import type { putCancellationPolicy, putTaxRule, updateResource } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVilla, nights, stayRequest, uniqueSlug } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { searchRequest } from './search-requests.ts';
import { startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
let villa: Villa;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
  villa = await createVilla(client);
});
afterAll(() => inventory.stop());

const named = (name: string) => ({ de: {}, en: { name } });
const cityTax: RequestOf<typeof putTaxRule>['rule'] = {
  name: 'Ortstaxe',
  kind: 'tax',
  basis: 'per_stay',
  amountMinorUnits: '250',
  currency: 'EUR',
  translations: named('City tax'),
};
const strict: RequestOf<typeof putCancellationPolicy>['policy'] = {
  name: 'Streng',
  afterwards: { kind: 'none' },
  noShow: { kind: 'none' },
  translations: named('Strict'),
};
const read = async () => {
  const { tenantId, resourceId } = villa;
  return valueOf(await client.readResource(tenantId, { resourceId }));
};
const patch = async (changes: RequestOf<typeof updateResource>['changes']) =>
  valueOf(await client.updateResource(villa.tenantId, { resourceId: villa.resourceId, changes }));

describe('the translations of a record', () => {
  it('are kept until another write names them, and are absent where there are none', async () => {
    expect(await read()).not.toHaveProperty('translations');
    const translations = { de: {}, en: { name: 'Aurora', description: 'Under the northern lights.' } };
    expect(await patch({ translations })).toMatchObject({ name: 'Villa Aurora', translations });
    expect(await patch({ capacity: 3 })).toMatchObject({ translations });
    expect(await read()).toMatchObject({ translations });
    expect(await patch({ translations: {} })).not.toHaveProperty('translations');
  });

  it('of a plan stay where an update leaves them out', async () => {
    const { tenantId, resourceId } = villa;
    const put = async (more: object) => {
      const plan = { code: 'flex', name: 'Flexibel', currency: 'EUR', ...more };
      const rates = valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan] }));
      return rates.ratePlans[0];
    };
    expect(await put({ translations: named('Flexible') })).toMatchObject({ translations: named('Flexible') });
    expect(await put({ minStayNights: 2 })).toMatchObject({
      translations: named('Flexible'),
      minStayNights: 2,
    });
    expect(await put({ translations: {}, minStayNights: 1 })).not.toHaveProperty('translations');
  });

  it('of a rule and a policy are a part of them, and of the version of a policy', async () => {
    const { tenantId } = villa;
    expect(valueOf(await client.putTaxRule(tenantId, { code: 'ort', rule: cityTax }))).toMatchObject(cityTax);
    const { translations: _, ...untranslated } = cityTax;
    const rule = valueOf(await client.putTaxRule(tenantId, { code: 'ort', rule: untranslated }));
    expect(rule).not.toHaveProperty('translations');
    const put = async (policy: typeof strict) =>
      valueOf(await client.putCancellationPolicy(tenantId, { code: 'strict', policy }));
    expect(await put(strict)).toMatchObject({ version: 1, translations: named('Strict') });
    const reordered = { en: { name: 'Strict' }, de: {} };
    expect(await put({ ...strict, translations: reordered })).toMatchObject({ version: 1 });
    expect(await put({ ...strict, translations: named('Rigid') })).toMatchObject({ version: 2 });
  });

  it('of a room type are on each of its resources', async () => {
    const { tenantId, resourceId } = villa;
    const limits = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
    const request = { code: uniqueSlug(), name: 'Hütte', translations: named('Cabin'), ...limits };
    const type = valueOf(await client.createRoomType(tenantId, request));
    expect(type).toMatchObject({ translations: named('Cabin') });
    await patch({ roomTypeId: type.id });
    expect(valueOf(await client.readResource(tenantId, { resourceId })).roomType).toEqual(type);
    const { roomTypes } = valueOf(await client.listRoomTypes(tenantId, { limit: 100, after: null }));
    expect(roomTypes).toContainEqual(type);
  });
});

describe('what is sold', () => {
  beforeAll(async () => {
    const { tenantId, resourceId } = villa;
    await client.putTaxRule(tenantId, { code: 'ort', rule: cityTax });
    await client.putCancellationPolicy(tenantId, { code: 'strict', policy: strict });
    const plan = { code: 'flex', name: 'Flexibel', currency: 'EUR', cancellationPolicyCode: 'strict' };
    const translations = named('Flexible');
    await client.putRates(tenantId, { resourceId, ratePlans: [{ ...plan, translations }] });
    await patch({ translations: { en: { name: 'Aurora', description: 'Under the northern lights.' } } });
  });

  it('has the translations of its lines and of its policy in the price', async () => {
    const { priceBreakdown, cancellation } = valueOf(
      await client.priceStay(villa.tenantId, stayRequest(villa)),
    );
    expect(priceBreakdown.lines).toMatchObject([{ name: 'Ortstaxe', translations: named('City tax') }]);
    expect(cancellation?.policy).toMatchObject({ name: 'Streng', translations: named('Strict') });
  });

  it('is found by words of any language, with the translations of its names', async () => {
    const { tenantId, resourceId } = villa;
    const dates = { arrival: nights().from.slice(0, 10), departure: nights().to.slice(0, 10) };
    const found = async (text: string) =>
      valueOf(await client.searchStays(tenantId, searchRequest({ dates, text }))).results;
    for (const text of ['flexible', 'translations']) expect(await found(text)).toEqual([]);
    for (const text of ['northern lights', 'cabin', 'hütte aurora']) {
      const [result] = await found(text);
      expect(result?.resource).toMatchObject({ id: resourceId, translations: { en: { name: 'Aurora' } } });
      expect(result?.resource.roomType).toMatchObject({ translations: named('Cabin') });
      expect(result?.cheapest).toMatchObject({ name: 'Flexibel', translations: named('Flexible') });
      expect(JSON.stringify(result)).not.toContain('northern');
    }
  });
});
