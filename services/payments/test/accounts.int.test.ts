// Guards whether a tenant can be paid: asked of the provider, remembered only while it is good, believed when it is away.
import { checkAccount, removePaymentAccount } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newTenant, opened, order } from './money.ts';
import { startRig } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());
afterEach(() => rig.emulator.controls.faults.clear());

const check = (tenantId: string) => rig.ask(checkAccount, tenantId, {});
const can = { ok: true, value: { canCharge: true } };
const cannot = { ok: false, refusal: { code: 'provider_not_configured' } };

function asked(accountId: string): number {
  return rig.emulator.controls.requests().filter(({ path }) => path === `/v1/accounts/${accountId}`).length;
}

describe('check-account', () => {
  it('says no to a tenant without an account, or without one any more', async () => {
    expect(await check(randomUUID())).toMatchObject(cannot);
    const tenant = await newTenant(rig);
    expect(await check(tenant.id)).toMatchObject(can);
    await rig.ask(removePaymentAccount, tenant.id, {});
    expect(await check(tenant.id)).toMatchObject(cannot);
  });

  it('remembers a yes, and never a no', async () => {
    const tenant = await newTenant(rig);
    rig.emulator.controls.setAccount(tenant.accountId, false);
    expect(await check(tenant.id)).toMatchObject(cannot);
    rig.emulator.controls.setAccount(tenant.accountId, true);
    for (const _time of Array.from({ length: 5 })) expect(await check(tenant.id)).toMatchObject(can);
    expect(asked(tenant.accountId)).toBe(2);
  });

  it('says no to an account that cannot charge', async () => {
    const tenant = await newTenant(rig, `acct_disabled_${randomUUID().slice(0, 8)}`);
    expect(await check(tenant.id)).toMatchObject(cannot);
  });

  it.each([
    ['breaks', { effect: 'status', status: 500, count: 0 }],
    ['is away', { effect: 'refuse', count: 0 }],
    ['does not answer in time', { effect: 'slow', delayMs: 6_000, count: 0 }],
  ] as const)('believes the account that it knows while the provider %s', async (_how, fault) => {
    const tenant = await newTenant(rig);
    rig.emulator.controls.faults.add({ ...fault, path: '/v1/accounts' });
    const before = performance.now();
    expect(await check(tenant.id)).toMatchObject(can);
    expect(performance.now() - before).toBeLessThan(4_000);
  });
});

describe('the keys of open-intent', () => {
  it('are forgotten after thirty days', async () => {
    const tenant = await newTenant(rig);
    const [old, young] = [order(), order()];
    await opened(rig, tenant, old);
    await opened(rig, tenant, young);
    await rig.rows(
      `UPDATE opening_keys SET created_at = now() - interval '31 days' WHERE idempotency_key = $1`,
      [old.idempotencyKey],
    );
    await rig.restart();
    const kept = () =>
      rig.rows<{ key: string }>(
        'SELECT idempotency_key::text AS key FROM opening_keys WHERE tenant_id = $1',
        [tenant.id],
      );
    await expect.poll(kept).toEqual([{ key: young.idempotencyKey }]);
  });
});
