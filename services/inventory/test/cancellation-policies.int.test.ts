import { randomUUID } from 'node:crypto';
import { cancellationPolicyFields } from '@lodging/contract-inventory';
import type { createResource, putCancellationPolicy } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createCourt } from './create-court.ts';
import { createVilla } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';
import { validationPointers } from './validation-pointers.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

type Fields = RequestOf<typeof putCancellationPolicy>['policy'];
const half = { kind: 'percent', bps: 5000, of: 'accommodation' } as const;
const all = { kind: 'percent', bps: 10_000, of: 'total' } as const;
const flexible: Fields = {
  name: 'Flexible',
  steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
  afterwards: half,
  noShow: all,
};
const euros = (amountMinorUnits: string) => ({ kind: 'fixed', amountMinorUnits, currency: 'EUR' }) as const;
const put = (tenantId: string, code: string, policy: Fields = flexible) =>
  client.putCancellationPolicy(tenantId, { code, policy });
const listed = async (tenantId: string) =>
  valueOf(
    await client.listCancellationPolicies(tenantId, { limit: 100, after: null }),
  ).cancellationPolicies.map(({ code }) => code);
const name = (villa: Villa, code: string | null, by = client) =>
  by.putRates(villa.tenantId, {
    resourceId: villa.resourceId,
    ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR', cancellationPolicyCode: code }],
  });

describe('a cancellation policy', () => {
  it('is answered whole, with its defaults, and read as it was answered', async () => {
    const tenantId = randomUUID();
    const made = valueOf(await put(tenantId, 'Flex', { name: 'F', afterwards: euros('1500'), noShow: all }));
    expect(made).toEqual({
      code: 'Flex',
      name: 'F',
      version: 1,
      referenceTime: null,
      graceMinutes: 0,
      graceMinHoursBefore: 0,
      steps: [],
      afterwards: euros('1500'),
      noShow: all,
      default: false,
    });
    expect(valueOf(await client.readCancellationPolicy(tenantId, { code: 'FLEX' }))).toEqual(made);
  });

  it('has the next version with every change, and the same one where nothing changes', async () => {
    const tenantId = randomUUID();
    const versions: number[] = [];
    const renamed = { ...flexible, name: 'Renamed' };
    for (const policy of [flexible, flexible, renamed, cancellationPolicyFields.parse(renamed), flexible])
      versions.push(valueOf(await put(tenantId, 'flex', policy)).version);
    expect(versions).toEqual([1, 1, 2, 2, 3]);
  });

  it('that is created after its deletion goes on counting, under the code as it is written then', async () => {
    const tenantId = randomUUID();
    await put(tenantId, 'flex');
    await put(tenantId, 'flex', { ...flexible, name: 'Other' });
    valueOf(await client.deleteCancellationPolicy(tenantId, { code: 'FLEX' }));
    expect(await listed(tenantId)).toEqual([]);
    expect(valueOf(await put(tenantId, 'Flex'))).toMatchObject({ code: 'Flex', version: 3 });
  });

  it('is one by its code without case, shown as it was first written', async () => {
    const tenantId = randomUUID();
    await put(tenantId, 'Flex-DE');
    expect(valueOf(await put(tenantId, 'fLEX-de', { ...flexible, name: 'New' }))).toMatchObject({
      code: 'Flex-DE',
      name: 'New',
      version: 2,
    });
    expect(await listed(tenantId)).toEqual(['Flex-DE']);
  });

  it('is unknown once deleted, under another tenant, and by a code that is none', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    await put(tenantId, 'flex');
    const operations = [client.readCancellationPolicy, client.deleteCancellationPolicy];
    for (const operation of operations)
      expect(outcomeOf(await operation(other, { code: 'flex' }))).toBe('policy_not_found');
    expect(valueOf(await client.deleteCancellationPolicy(tenantId, { code: 'flex' }))).toEqual({});
    for (const code of ['flex', '', 'a b', 'x'.repeat(65), 'a\u0000b', '%', 'ä', '\ud800'])
      for (const operation of operations)
        expect(outcomeOf(await operation(tenantId, { code })), code).toBe('policy_not_found');
  });

  it('is not put under a code that is none, nor with steps that do not come nearer', async () => {
    const tenantId = randomUUID();
    for (const code of ['', 'a b', 'x'.repeat(65), 'a\u0000b', '-a', 'ä'])
      expect(validationPointers(await put(tenantId, code)), code).toEqual(['/code']);
    const step = (count: number, unit: 'days' | 'hours') => ({ before: { count, unit }, penalty: half });
    const steps = [step(2, 'days'), step(48, 'hours')];
    expect(validationPointers(await put(tenantId, 'flex', { ...flexible, steps }))).toEqual([
      '/steps/1/before',
    ]);
    expect(await listed(tenantId)).toEqual([]);
  });

  const step = { before: { count: 1, unit: 'days' }, penalty: half };
  it.each<[string, object]>([
    ['without afterwards', { afterwards: undefined }],
    ['with an unknown penalty', { afterwards: { kind: 'tip' } }],
    ['with a share of nothing', { afterwards: { ...half, bps: 0 } }],
    ['with a share above all', { afterwards: { ...half, bps: 10_001 } }],
    ['with half a basis point', { afterwards: { ...half, bps: 0.5 } }],
    ['with a share of something else', { noShow: { ...half, of: 'moon' } }],
    ['with no night', { noShow: { kind: 'nights', count: 0 } }],
    ['with more nights than a stay has', { noShow: { kind: 'nights', count: 367 } }],
    ['with a fixed penalty without a currency', { noShow: { kind: 'fixed', amountMinorUnits: '1' } }],
    ['with a fixed penalty as a number', { noShow: { ...euros('1'), amountMinorUnits: 1 } }],
    ['with a time that is none', { referenceTime: '24:00' }],
    ['with a time with seconds', { referenceTime: '15:00:00' }],
    ['with a grace of more than three days', { graceMinutes: 4321 }],
    ['with a negative grace', { graceMinutes: -1 }],
    ['with a grace more than thirty days before', { graceMinHoursBefore: 721 }],
    ['with eleven steps', { steps: Array(11).fill(step) }],
    ['with a step at no distance', { steps: [{ ...step, before: { count: 0, unit: 'days' } }] }],
    ['with a step further than a year', { steps: [{ ...step, before: { count: 366, unit: 'days' } }] }],
    ['with a step in weeks', { steps: [{ ...step, before: { count: 1, unit: 'weeks' } }] }],
    ['with an empty name', { name: '' }],
    ['with a name with NUL', { name: '\u0000' }],
  ])('is none %s', (_, changes) => {
    expect(cancellationPolicyFields.safeParse({ ...flexible, ...changes }).success).toBe(false);
  });
});

describe('the list of cancellation policies', () => {
  it('is in the order in which they were first put, page by page', async () => {
    const tenantId = randomUUID();
    const codes = ['c', 'A', 'b', 'D', 'e'];
    for (const code of codes) await put(tenantId, code);
    await put(tenantId, 'C', { ...flexible, name: 'changed' });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { cancellationPolicies: { code: string }[]; nextAfter: string | null } = valueOf(
        await client.listCancellationPolicies(tenantId, { limit: 2, after }),
      );
      seen.push(...page.cancellationPolicies.map(({ code }) => code));
      after = page.nextAfter;
    } while (after !== null);
    expect(seen).toEqual(codes);
    expect(await listed(randomUUID())).toEqual([]);
  });
});

describe('a plan', () => {
  it('names a policy and a deposit, keeps what is not sent, and loses them by null', async () => {
    const villa = await createVilla(client);
    valueOf(await put(villa.tenantId, 'Flex'));
    const putPlan = async (terms: object) => {
      const plan = { code: 'flex', name: 'Flexible', currency: 'EUR', ...terms };
      const { tenantId, resourceId } = villa;
      return valueOf(await client.putRates(tenantId, { resourceId, ratePlans: [plan] })).ratePlans[0];
    };
    const deposit = { percentBps: 3000, balanceDueDaysBefore: 14 };
    expect(await putPlan({})).toMatchObject({ cancellationPolicyCode: null, deposit: null });
    const named = { cancellationPolicyCode: 'Flex', deposit };
    expect(await putPlan({ cancellationPolicyCode: 'FLEX', deposit })).toMatchObject(named);
    expect(await putPlan({})).toMatchObject(named);
    expect(await putPlan({ deposit: null })).toMatchObject({ ...named, deposit: null });
    expect(await putPlan({ cancellationPolicyCode: null })).toMatchObject({ cancellationPolicyCode: null });
    const { resourceId } = villa;
    const { ratePlans } = valueOf(await client.readResource(villa.tenantId, { resourceId }));
    expect(ratePlans[0]).toMatchObject({ cancellationPolicyCode: null, deposit: null });
  });

  it('names no policy that is not there, of another tenant, or with a penalty in another currency', async () => {
    const villa = await createVilla(client);
    await put(randomUUID(), 'flex');
    expect(outcomeOf(await name(villa, 'flex'))).toBe('unknown_policy_code');
    expect(outcomeOf(await name(villa, ''))).toBe('unknown_policy_code');
    const dollars = { ...euros('100'), currency: 'USD' };
    valueOf(await put(villa.tenantId, 'usd', { ...flexible, noShow: dollars }));
    expect(validationPointers(await name(villa, 'usd'))).toEqual(['/ratePlans/0/cancellationPolicyCode']);
    valueOf(await put(villa.tenantId, 'flex'));
    valueOf(await name(villa, 'flex'));
    expect(validationPointers(await put(villa.tenantId, 'flex', { ...flexible, noShow: dollars }))).toEqual([
      '',
    ]);
  });

  it('keeps its policy from being deleted until it names another', async () => {
    const villa = await createVilla(client);
    valueOf(await put(villa.tenantId, 'Flex'));
    valueOf(await name(villa, 'flex'));
    const remove = () => client.deleteCancellationPolicy(villa.tenantId, { code: 'flex' });
    expect(outcomeOf(await remove())).toBe('policy_in_use');
    valueOf(await name(villa, null));
    expect(outcomeOf(await remove())).toEqual({});
  });

  it('never names a policy that is deleted at the same time', async () => {
    const replica = createReplica(inventory.db);
    const villa = await createVilla(client);
    for (let round = 0; round < 10; round += 1) {
      valueOf(await put(villa.tenantId, 'race', { ...flexible, name: `${round}` }));
      const [named, deleted] = await Promise.all([
        name(villa, 'race'),
        replica.deleteCancellationPolicy(villa.tenantId, { code: 'race' }),
      ]);
      expect([outcomeOf(named) === 'unknown_policy_code', outcomeOf(deleted) === 'policy_in_use']).toEqual(
        named.ok ? [false, true] : [true, false],
      );
      valueOf(await name(villa, null));
    }
  });
});

describe('a resource', () => {
  it('that is generic names a policy and a deposit', async () => {
    const tenantId = randomUUID();
    valueOf(await put(tenantId, 'Flex'));
    const { resourceId } = await createCourt(client, { tenantId, currency: 'EUR' });
    const change = (changes: object) => client.updateResource(tenantId, { resourceId, changes });
    const deposit = { percentBps: 5000, balanceDueDaysBefore: 1 };
    const named = { cancellationPolicyCode: 'Flex', deposit };
    expect(valueOf(await change({ cancellationPolicyCode: 'flex', deposit }))).toMatchObject(named);
    expect(valueOf(await change({ name: 'Other', units: 2 }))).toMatchObject(named);
    expect(outcomeOf(await client.deleteCancellationPolicy(tenantId, { code: 'flex' }))).toBe(
      'policy_in_use',
    );
    expect(outcomeOf(await change({ cancellationPolicyCode: 'nope', units: 3 }))).toBe('unknown_policy_code');
    expect(validationPointers(await put(tenantId, 'Flex', { ...flexible, referenceTime: '18:00' }))).toEqual([
      '/referenceTime',
    ]);
    valueOf(await put(tenantId, 'late', { ...flexible, referenceTime: '18:00' }));
    expect(validationPointers(await change({ cancellationPolicyCode: 'late' }))).toEqual([
      '/cancellationPolicyCode',
    ]);
    expect(valueOf(await change({ cancellationPolicyCode: null, deposit: null }))).toMatchObject({
      cancellationPolicyCode: null,
      deposit: null,
    });
  });

  it('that is made with a policy has it, and one of a lodging kind has none of its own', async () => {
    const villa = await createVilla(client);
    valueOf(await put(villa.tenantId, 'flex'));
    const generic: RequestOf<typeof createResource> = {
      kind: 'generic',
      name: 'Court',
      slug: `s-${randomUUID()}`,
      capacity: 1,
      currency: 'EUR',
      timezone: 'UTC',
      units: 1,
      photoUrls: [],
    };
    const make = (changes: object) => client.createResource(villa.tenantId, { ...generic, ...changes });
    expect(outcomeOf(await make({ cancellationPolicyCode: 'nope' }))).toBe('unknown_policy_code');
    expect(valueOf(await make({ cancellationPolicyCode: 'FLEX' })).cancellationPolicyCode).toBe('flex');
    const { resourceId } = villa;
    const deposit = { percentBps: 1, balanceDueDaysBefore: 0 };
    const changes = { cancellationPolicyCode: 'flex', deposit };
    expect(validationPointers(await client.updateResource(villa.tenantId, { resourceId, changes }))).toEqual([
      '/cancellationPolicyCode',
      '/deposit',
    ]);
  });

  it('has times of check-in and check-out', async () => {
    const { tenantId, resourceId } = await createVilla(client);
    const read = async () => valueOf(await client.readResource(tenantId, { resourceId }));
    expect(await read()).toMatchObject({ checkInTime: '15:00', checkOutTime: '11:00' });
    const changes = { checkInTime: '16:30', checkOutTime: '10:00' };
    valueOf(await client.updateResource(tenantId, { resourceId, changes }));
    expect(await read()).toMatchObject(changes);
  });
});

describe('the table of policies', () => {
  it('shows a tenant its own rows alone, to their owner too, and keeps every version', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    await put(tenantId, 'flex');
    await put(tenantId, 'flex', { ...flexible, name: 'Second' });
    valueOf(await client.deleteCancellationPolicy(tenantId, { code: 'flex' }));
    const names = (tenant: string) =>
      asOwner(inventory, tenant, async (owner) => {
        const { rows } = await owner.query<{ name: string }>(
          `SELECT body->>'name' AS name FROM cancellation_policies ORDER BY version`,
        );
        return rows.map((row) => row.name);
      });
    expect(await names(tenantId)).toEqual(['Flexible', 'Second']);
    expect(await names(other)).toEqual([]);
  });
});
