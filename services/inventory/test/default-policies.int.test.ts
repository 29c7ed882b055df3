import type { putCancellationPolicy } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
let replica: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
  replica = createReplica(inventory.db);
});
afterAll(() => inventory.stop());

type Fields = RequestOf<typeof putCancellationPolicy>['policy'];
const half = { kind: 'percent', bps: 5000, of: 'accommodation' } as const;
const fixed = (currency: string) => ({ kind: 'fixed', amountMinorUnits: '700', currency }) as const;
const flexible: Fields = { name: 'Flexible', afterwards: half, noShow: half };
const standard: Fields = { ...flexible, name: 'Standard', default: true };
const put = (tenantId: string, code: string, policy: Fields, by = client) =>
  by.putCancellationPolicy(tenantId, { code, policy });
const listed = async (tenantId: string) =>
  valueOf(
    await client.listCancellationPolicies(tenantId, { limit: 100, after: null }),
  ).cancellationPolicies.map(({ code, version, default: isDefault }) => [code, version, isDefault]);
const nameOf = async (villa: Villa, by = client) =>
  valueOf(await by.priceStay(villa.tenantId, stayRequest(villa))).cancellation?.policy.code ?? null;
const sellWith = async ({ tenantId, resourceId }: Villa, cancellationPolicyCode: string | null) =>
  valueOf(
    await client.putRates(tenantId, {
      resourceId,
      ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR', cancellationPolicyCode }],
    }),
  );

describe('a default policy', () => {
  it('is at most one: a PUT with true takes it over, one without it ends it', async () => {
    const tenantId = randomUUID();
    expect(valueOf(await put(tenantId, 'one', standard))).toMatchObject({ version: 1, default: true });
    expect(valueOf(await put(tenantId, 'two', standard))).toMatchObject({ version: 1, default: true });
    expect(await listed(tenantId)).toEqual([
      ['one', 1, false],
      ['two', 1, true],
    ]);
    expect(valueOf(await put(tenantId, 'one', standard))).toMatchObject({ version: 1, default: true });
    const ended = valueOf(await put(tenantId, 'one', { ...flexible, name: 'Standard' }));
    expect(ended).toMatchObject({ version: 1, default: false });
    expect(await listed(tenantId)).toEqual([
      ['one', 1, false],
      ['two', 1, false],
    ]);
  });

  it('is one where ten policies are put as the default at once', async () => {
    const tenantId = randomUUID();
    const codes = Array.from({ length: 10 }, (_, index) => `p${index}`);
    await Promise.all(
      codes.map((code, index) => put(tenantId, code, standard, index % 2 ? replica : client)),
    );
    const marks = (await listed(tenantId)).filter(([, , isDefault]) => isDefault);
    expect(marks).toHaveLength(1);
  });

  it('is not deleted, and is not of another tenant', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    valueOf(await put(tenantId, 'std', standard));
    valueOf(await put(other, 'std', flexible));
    const remove = () => client.deleteCancellationPolicy(tenantId, { code: 'STD' });
    expect(outcomeOf(await remove())).toBe('policy_in_use');
    expect(await listed(other)).toEqual([['std', 1, false]]);
    valueOf(await put(tenantId, 'std', flexible));
    expect(valueOf(await remove())).toEqual({});
  });

  it('is that of a plan without one, at once in every process', async () => {
    const villa = await createVilla(client);
    const { tenantId } = villa;
    expect([await nameOf(villa), await nameOf(villa, replica)]).toEqual([null, null]);
    valueOf(await put(tenantId, 'std', standard));
    expect([await nameOf(villa), await nameOf(villa, replica)]).toEqual(['std', 'std']);
    valueOf(await put(tenantId, 'own', flexible));
    await sellWith(villa, 'own');
    expect(await nameOf(villa)).toBe('own');
    await sellWith(villa, null);
    expect(await nameOf(villa)).toBe('std');
    const sold = valueOf(await client.priceStay(tenantId, stayRequest(villa))).cancellation;
    expect(sold?.policy).not.toHaveProperty('default');
  });

  it('does not act with a fixed penalty on another currency', async () => {
    const villa = await createVilla(client);
    const steps = [{ before: { count: 7, unit: 'days' as const }, penalty: fixed('USD') }];
    const mixed = { ...standard, steps, afterwards: fixed('EUR'), noShow: fixed('USD') };
    valueOf(await put(villa.tenantId, 'std', mixed));
    const sold = valueOf(await client.priceStay(villa.tenantId, stayRequest(villa))).cancellation;
    expect(sold?.policy).toMatchObject({
      steps: [{ penalty: { kind: 'none' } }],
      afterwards: fixed('EUR'),
      noShow: { kind: 'none' },
    });
    expect(valueOf(await client.readCancellationPolicy(villa.tenantId, { code: 'std' }))).toMatchObject({
      steps: [{ penalty: fixed('USD') }],
    });
  });

  it('is that of a generic resource, from its exact start', async () => {
    const { tenantId, resourceId } = await createCourt(client, { currency: 'EUR' });
    valueOf(await put(tenantId, 'std', { ...standard, referenceTime: '18:00' }));
    const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '1000' }];
    valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
    const date = nights().from.slice(0, 10);
    const [from, to] = [`${date}T10:20:30.000Z`, `${date}T12:00:00.000Z`];
    const request = { purpose: 'quote', resourceId, partySize: 1, quantity: 1, from, to } as const;
    const { cancellation } = valueOf(await client.priceStay(tenantId, request));
    expect(cancellation).toMatchObject({
      policy: { code: 'std', referenceTime: null },
      anchor: { at: from },
    });
  });
});
