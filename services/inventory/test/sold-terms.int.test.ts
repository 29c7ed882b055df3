import type { putCancellationPolicy } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { createReplica, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
let replicas: InventoryClient[];
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
  replicas = [client, createReplica(inventory.db), createReplica(inventory.db)];
});
afterAll(() => inventory.stop());

type Fields = RequestOf<typeof putCancellationPolicy>['policy'];
const flexible: Fields = { name: 'Flexible', afterwards: { kind: 'none' }, noShow: { kind: 'none' } };
/** The terms of the policy: what is sold does not say whether it was the default. */
const put = async ({ tenantId }: { tenantId: string }, code: string, policy: Fields, by = client) => {
  const { default: _, ...terms } = valueOf(await by.putCancellationPolicy(tenantId, { code, policy }));
  return terms;
};
const sell = async ({ tenantId, resourceId }: Villa, terms: object) =>
  valueOf(
    await client.putRates(tenantId, {
      resourceId,
      ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR', ...terms }],
    }),
  );
const priceOf = async (villa: Villa, by = client) =>
  valueOf(await by.priceStay(villa.tenantId, stayRequest(villa)));

describe('a priced stay', () => {
  it('without a policy and a deposit has no terms of cancellation, and is paid at once', async () => {
    const { cancellation, schedule } = await priceOf(await createVilla(client));
    expect(cancellation).toBeNull();
    expect(schedule).toMatchObject([{ purpose: 'stay', amountMinorUnits: '30000' }]);
  });

  it('has the policy of its plan whole, and its arrival at the check-in time of the resource', async () => {
    const villa = await createVilla(client);
    const { tenantId, resourceId } = villa;
    const policy = await put(villa, 'flex', flexible);
    await sell(villa, { cancellationPolicyCode: 'flex' });
    valueOf(await client.updateResource(tenantId, { resourceId, changes: { checkInTime: '17:00' } }));
    const date = nights().from.slice(0, 10);
    const at = (time: string) =>
      Temporal.PlainDateTime.from(`${date}T${time}`)
        .toZonedDateTime('Europe/Berlin')
        .toInstant()
        .toString({ smallestUnit: 'millisecond' });
    const anchor = { at: at('17:00'), date, time: '17:00:00', timeZone: 'Europe/Berlin' };
    expect((await priceOf(villa)).cancellation).toEqual({ policy, anchor });
    const timed = await put(villa, 'flex', { ...flexible, referenceTime: '18:30' });
    expect((await priceOf(villa)).cancellation).toEqual({
      policy: timed,
      anchor: { ...anchor, at: at('18:30'), time: '18:30:00' },
    });
  });

  it('of a generic resource is counted from its exact start', async () => {
    const court = await createCourt(client, { currency: 'EUR' });
    const { tenantId, resourceId } = court;
    await put(court, 'flex', flexible);
    const changes = { cancellationPolicyCode: 'flex' };
    valueOf(await client.updateResource(tenantId, { resourceId, changes }));
    const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '1000' }];
    valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
    const date = nights().from.slice(0, 10);
    const [from, to] = [`${date}T10:20:30.000Z`, `${date}T12:00:00.000Z`];
    const request = { purpose: 'quote', resourceId, partySize: 1, quantity: 1, from, to } as const;
    const { cancellation } = valueOf(await client.priceStay(tenantId, request));
    expect(cancellation?.anchor).toMatchObject({ at: from, date });
  });

  it('with a deposit is paid in two parts, the second at the start of a local day', async () => {
    const villa = await createVilla(client);
    await sell(villa, { deposit: { percentBps: 3333, balanceDueDaysBefore: 10 } });
    const dueAt = Temporal.PlainDate.from(nights().from.slice(0, 10))
      .subtract({ days: 10 })
      .toZonedDateTime('Europe/Berlin')
      .toInstant()
      .toString({ smallestUnit: 'millisecond' });
    expect((await priceOf(villa)).schedule).toMatchObject([
      { purpose: 'deposit', amountMinorUnits: '9999' },
      { purpose: 'balance', amountMinorUnits: '20001', dueAt },
    ]);
  });

  it('has the newest version of the policy in every process, whichever process changed it', async () => {
    const villa = await createVilla(client);
    await put(villa, 'flex', flexible);
    await sell(villa, { cancellationPolicyCode: 'flex' });
    for (const [index, by] of replicas.entries()) {
      await put(villa, 'flex', { ...flexible, name: `by ${index}` }, by);
      const names = await Promise.all(
        replicas.map(async (reader) => (await priceOf(villa, reader)).cancellation?.policy.name),
      );
      expect(names).toEqual(Array(3).fill(`by ${index}`));
    }
  });
});
