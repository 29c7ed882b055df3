import { randomUUID } from 'node:crypto';
import type { Database } from '@lodging/kit-postgres';
import { eventually, useServers } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

const policy = {
  name: 'Flexible',
  afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
  noShow: { kind: 'none' },
} as const;
const tax = { kind: 'tax', basis: 'percent', rateBps: '700' } as const;
const FIRST = '2027-03-01';

/** A villa with all that decides its price, an archived one, and a court. */
async function openProperty(): Promise<Villa & { readonly roomTypeId: string }> {
  const villa = await createVilla(client);
  const { tenantId, resourceId } = villa;
  const { roomType } = valueOf(await client.readResource(tenantId, { resourceId }));
  const roomTypeId = roomType?.id ?? '';
  for (const name of ['Flexible', 'Flexible II'])
    valueOf(await client.putCancellationPolicy(tenantId, { code: 'Flex', policy: { ...policy, name } }));
  const sold = { cancellationPolicyCode: 'Flex', deposit: { percentBps: 3_000, balanceDueDaysBefore: 7 } };
  const plans = ['flex', 'weekly'].map((code) => ({ code, name: code, currency: 'EUR', ...sold }));
  valueOf(await client.putRates(tenantId, { resourceId, ratePlans: plans }));
  const prices = { lengthOfStayTiers: [{ minNights: 2, multiplierBps: 9_000 }] };
  const pricing = plans.map(({ code }) => ({
    ratePlanCode: code,
    baseAmountMinorUnits: '999999999999',
    ...prices,
  }));
  valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
  const dates = { roomTypeId, ratePlanCode: 'flex', from: FIRST, to: '2027-06-01' };
  const nightlyRate = { amountMinorUnits: '12345', currency: 'EUR' };
  valueOf(await client.setBulkRates(tenantId, { ...dates, nightlyRate, restriction: { minStayNights: 2 } }));
  const scope = { resourceIds: [resourceId.toUpperCase(), randomUUID()], roomTypeIds: [roomTypeId] };
  valueOf(
    await client.putTaxRule(tenantId, { code: 'VAT', rule: { ...tax, name: 'VAT', appliesTo: scope } }),
  );
  valueOf(await client.putTaxRule(tenantId, { code: 'off', rule: { ...tax, name: 'Off', enabled: false } }));
  const { resourceId: courtId } = await createCourt(client, { tenantId, currency: 'EUR' });
  const perDay = [{ ratePlanCode: null, baseAmountMinorUnits: '2500' }];
  valueOf(await client.putPricing(tenantId, { resourceId: courtId, pricing: perDay }));
  const { resourceId: goneId } = await createCourt(client, { tenantId });
  valueOf(await client.updateResource(tenantId, { resourceId: goneId, changes: { archived: true } }));
  return { ...villa, roomTypeId };
}

/** Those of the service, as the server closes them when it is restarted. */
async function closeConnections(): Promise<number> {
  const admin = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await admin.connect();
  try {
    const database = new URL(inventory.url).pathname.slice(1);
    const close = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`;
    return (await admin.query(close, [database])).rowCount ?? 0;
  } finally {
    await admin.end();
  }
}

const page = { limit: 100, after: null };
const copy = (sandboxId: string, liveTenantId: string, by = client) =>
  by.copyToSandbox(sandboxId, { liveTenantId });

/** Everything that the tenant can read, with the name of the thing for each id. */
async function contentOf(tenantId: string): Promise<string> {
  const { resources } = valueOf(await client.listResources(tenantId, page));
  const archived = valueOf(await client.listResources(tenantId, { ...page, archived: true })).resources;
  const all = [...resources, ...archived];
  const names = new Map<string, string>();
  const { roomTypes } = valueOf(await client.listRoomTypes(tenantId, page));
  for (const { id, code } of roomTypes) names.set(id, code);
  for (const { id, slug, ratePlans } of all) {
    names.set(id, slug);
    for (const plan of ratePlans) names.set(plan.id, plan.code);
  }
  const window = { from: FIRST, to: '2027-07-01' };
  const details = all.map(async ({ id: resourceId, kind }) => ({
    pricing: valueOf(await client.readPricing(tenantId, { resourceId })),
    rates: kind === 'generic' ? null : valueOf(await client.readRates(tenantId, { resourceId, window })),
    restrictions: valueOf(await client.readRestrictions(tenantId, { resourceId })).restrictions.map(
      ({ id: _id, ...restriction }) => restriction,
    ),
  }));
  const content = {
    all,
    roomTypes,
    details: await Promise.all(details),
    policies: valueOf(await client.listCancellationPolicies(tenantId, page)),
    taxes: valueOf(await client.listTaxRules(tenantId, page)),
  };
  const text = JSON.stringify(content, null, 1);
  return text.replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
    (id) => names.get(id.toLowerCase()) ?? id,
  );
}

describe('a copy into the sandbox', () => {
  it('has everything that the live side sells, in its order, and refers to itself alone', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    expect(valueOf(await copy(sandboxId, property.tenantId))).toEqual({
      roomTypes: 1,
      resources: 3,
      ratePlans: 2,
      pricing: 3,
      nightlyRates: 92,
      restrictions: 1,
      cancellationPolicies: 1,
      taxRules: 2,
    });
    expect(await contentOf(sandboxId)).toBe(await contentOf(property.tenantId));
    const { resources } = valueOf(await client.listResources(sandboxId, page));
    expect(resources.map(({ id }) => id)).not.toContain(property.resourceId);
  });

  it('costs what the live side costs, taxes and policy included, and takes no units of it', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    valueOf(await copy(sandboxId, property.tenantId));
    const found = valueOf(await client.listResources(sandboxId, page)).resources.find(
      ({ kind }) => kind === 'villa',
    );
    const copied = {
      tenantId: sandboxId,
      resourceId: found?.id ?? '',
      ratePlanId: found?.ratePlans[0]?.id ?? '',
    };
    const window = { from: '2027-05-30T14:00:00.000Z', to: '2027-06-03T09:00:00.000Z' };
    const [live, test] = await Promise.all(
      [property, copied].map(async (villa) =>
        valueOf(await client.priceStay(villa.tenantId, stayRequest(villa, window))),
      ),
    );
    expect(live?.priceBreakdown.lines).toHaveLength(1);
    expect(test?.priceBreakdown).toEqual(live?.priceBreakdown);
    expect(live?.cancellation).toMatchObject({ policy: { name: 'Flexible II' } });
    expect(test?.cancellation).toEqual(live?.cancellation);
    expect(test?.roomTypeId).not.toBe(property.roomTypeId);
    const claim = {
      claimId: randomUUID(),
      resourceId: copied.resourceId,
      ...nights(),
      quantity: 1,
      expiresAt: null,
    };
    valueOf(await client.claimUnits(sandboxId, claim));
    expect((await client.priceStay(property.tenantId, stayRequest(property))).ok).toBe(true);
  });

  it('is refused, and changes nothing, where the sandbox has anything of its own', async () => {
    const property = await openProperty();
    const type = { code: 'D', name: 'D', maxOccupancy: 2, maxAdults: 2, maxChildren: 0 };
    const fillings: ((tenantId: string) => Promise<unknown>)[] = [
      (tenantId) => client.createRoomType(tenantId, type),
      (tenantId) => createCourt(client, { tenantId }),
      (tenantId) => client.putTaxRule(tenantId, { code: 'x', rule: { ...tax, name: 'X' } }),
      (tenantId) => client.putCancellationPolicy(tenantId, { code: 'x', policy }),
      (tenantId) => copy(tenantId, property.tenantId),
    ];
    for (const fill of fillings) {
      const sandboxId = randomUUID();
      await fill(sandboxId);
      const before = await contentOf(sandboxId);
      expect(outcomeOf(await copy(sandboxId, property.tenantId))).toBe('sandbox_not_empty');
      expect(await contentOf(sandboxId)).toBe(before);
    }
  });

  it('is made once by two processes at the same time', async () => {
    const property = await openProperty();
    const other = createReplica(inventory.db);
    for (let round = 0; round < 5; round += 1) {
      const sandboxId = randomUUID();
      const copies = [client, other, client, other].map((by) => copy(sandboxId, property.tenantId, by));
      const codes = (await Promise.all(copies)).map((result) => (result.ok ? 'copied' : result.refusal.code));
      expect(codes.toSorted()).toEqual(['copied', ...Array<string>(3).fill('sandbox_not_empty')]);
      expect(await contentOf(sandboxId)).toBe(await contentOf(property.tenantId));
    }
  });

  it('is made once also where there are rules alone, without a slug that could be taken', async () => {
    const liveId = randomUUID();
    valueOf(await client.putTaxRule(liveId, { code: 'VAT', rule: { ...tax, name: 'VAT' } }));
    valueOf(await client.putCancellationPolicy(liveId, { code: 'flex', policy }));
    const other = createReplica(inventory.db);
    for (let round = 0; round < 5; round += 1) {
      const sandboxId = randomUUID();
      const copies = [client, other].map((by) => copy(sandboxId, liveId, by));
      const codes = (await Promise.all(copies)).map((result) => (result.ok ? 'copied' : result.refusal.code));
      expect(codes.toSorted()).toEqual(['copied', 'sandbox_not_empty']);
    }
  });

  it('is refused where the sandbox got something of its own while it ran', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    const copying = await asOwner(inventory, sandboxId, async (owner) => {
      await owner.query('BEGIN');
      await owner.query('LOCK TABLE inventory.restrictions IN ACCESS EXCLUSIVE MODE');
      const running = copy(sandboxId, property.tenantId);
      await eventually('the copy waits for the restrictions', async () => {
        const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'inventory.restrictions'::regclass`;
        return (await owner.query(waiting)).rowCount === 1;
      });
      await createCourt(client, { tenantId: sandboxId });
      await owner.query('COMMIT');
      return running;
    });
    expect(outcomeOf(copying)).toBe('sandbox_not_empty');
    expect(valueOf(await client.listResources(sandboxId, page)).resources).toHaveLength(1);
  });

  it('is made although the connection that it takes for the live side had been closed', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    let closed = 0;
    const readSnapshotInTenant: Database['readSnapshotInTenant'] = (tenantId, work) =>
      inventory.db.readSnapshotInTenant(tenantId, async (live) => {
        if (closed === 0) closed = await closeConnections();
        return work(live);
      });
    const { ok } = await copy(
      sandboxId,
      property.tenantId,
      createReplica({ ...inventory.db, readSnapshotInTenant }),
    );
    expect([ok, closed > 0]).toEqual([true, true]);
    expect(await contentOf(sandboxId)).toBe(await contentOf(property.tenantId));
  });

  it('is whole or not there: one that fails at its last step leaves the sandbox empty', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    const grant = (sql: string) =>
      asOwner(inventory, sandboxId, (owner) => owner.query(`${sql} inventory_app`));
    await grant('REVOKE INSERT ON inventory.tax_rules FROM');
    try {
      await expect(copy(sandboxId, property.tenantId)).rejects.toThrow(/permission denied/);
    } finally {
      await grant('GRANT INSERT ON inventory.tax_rules TO');
    }
    expect(await contentOf(sandboxId)).toBe(await contentOf(randomUUID()));
    expect((await copy(sandboxId, property.tenantId)).ok).toBe(true);
  });

  it('of a live side that sells nothing is empty, and may be repeated', async () => {
    const [liveId, sandboxId] = [randomUUID(), randomUUID()];
    for (let round = 0; round < 2; round += 1)
      expect(valueOf(await copy(sandboxId, liveId))).toMatchObject({ resources: 0, taxRules: 0 });
  });

  it('counts on from the versions of a policy that was deleted in the sandbox', async () => {
    const property = await openProperty();
    const sandboxId = randomUUID();
    for (const name of ['1', '2', '3'])
      valueOf(await client.putCancellationPolicy(sandboxId, { code: 'FLEX', policy: { ...policy, name } }));
    valueOf(await client.deleteCancellationPolicy(sandboxId, { code: 'flex' }));
    valueOf(await copy(sandboxId, property.tenantId));
    const read = { code: 'flex' };
    expect(valueOf(await client.readCancellationPolicy(sandboxId, read))).toMatchObject({
      code: 'Flex',
      version: 4,
    });
    expect(valueOf(await client.readCancellationPolicy(property.tenantId, read))).toMatchObject({
      version: 2,
    });
  });
});
