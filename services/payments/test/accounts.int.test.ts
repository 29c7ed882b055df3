import { checkAccount, readOwnPaymentAccount, removePaymentAccount } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildIntentRequest, createTenant, openPayment } from './open-payment.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;

beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());
afterEach(() => payments.emulator.controls.faults.clear());

const check = (tenantId: string) => payments.call(checkAccount, tenantId, {});
const accepted = { ok: true, value: { canCharge: true } };
const refused = { ok: false, refusal: { code: 'provider_not_configured' } };

function readsOf(accountId: string): number {
  return payments.emulator.controls.requests().filter(({ path }) => path === `/v1/accounts/${accountId}`)
    .length;
}

describe('check-account', () => {
  it('refuses a tenant without an account, also after its account was removed', async () => {
    expect(await check(randomUUID())).toMatchObject(refused);
    const tenant = await createTenant(payments);
    expect(await check(tenant.id)).toMatchObject(accepted);
    await payments.call(removePaymentAccount, tenant.id, {});
    expect(await check(tenant.id)).toMatchObject(refused);
  });

  it('caches an account that can charge, never one that cannot', async () => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.setAccount(tenant.accountId, false);
    expect(await check(tenant.id)).toMatchObject(refused);
    payments.emulator.controls.setAccount(tenant.accountId, true);
    for (const _time of Array.from({ length: 5 })) expect(await check(tenant.id)).toMatchObject(accepted);
    expect(readsOf(tenant.accountId)).toBe(2);
  });

  it('refuses an account that cannot charge', async () => {
    const tenant = await createTenant(payments, `acct_disabled_${randomUUID().slice(0, 8)}`);
    expect(await check(tenant.id)).toMatchObject(refused);
  });

  it.each([
    ['fails', { effect: 'status', status: 500, count: 0 }],
    ['is down', { effect: 'refuse', count: 0 }],
    ['times out', { effect: 'slow', delayMs: 6_000, count: 0 }],
  ] as const)('takes the account as able to charge while the provider %s', async (_how, fault) => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.faults.add({ ...fault, path: '/v1/accounts' });
    const before = performance.now();
    expect(await check(tenant.id)).toMatchObject(accepted);
    expect(performance.now() - before).toBeLessThan(4_000);
  });
});

describe('the payment account', () => {
  const read = (tenantId: string) => payments.call(readOwnPaymentAccount, tenantId, {});

  it('is read with its origins, and whether it can charge, by its own tenant alone', async () => {
    const tenant = await createTenant(payments);
    const account = { provider: 'stripe', accountId: tenant.accountId, canCharge: true };
    const redirectOrigins = ['https://hotel.example', 'http://localhost:5173'];
    expect(await read(tenant.id)).toMatchObject({ ok: true, value: { ...account, redirectOrigins } });
    const unknown = { ok: false, refusal: { code: 'payment_account_not_found' } };
    expect(await read(randomUUID())).toMatchObject(unknown);
    await payments.call(removePaymentAccount, tenant.id, {});
    expect(await read(tenant.id)).toMatchObject(unknown);
  });

  it('that the provider has not enabled cannot charge; while the provider is down it is taken as able', async () => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.setAccount(tenant.accountId, false);
    expect(await read(tenant.id)).toMatchObject({ value: { canCharge: false } });
    payments.emulator.controls.faults.add({ effect: 'refuse', count: 0, path: '/v1/accounts' });
    expect(await read(tenant.id)).toMatchObject({ value: { canCharge: true } });
  });
});

describe('the Idempotency-Keys of open-intent', () => {
  it('are deleted after thirty days', async () => {
    const tenant = await createTenant(payments);
    const [old, young] = [buildIntentRequest(), buildIntentRequest()];
    await openPayment(payments, tenant, old);
    await openPayment(payments, tenant, young);
    await payments.query(
      `UPDATE opening_keys SET created_at = now() - interval '31 days' WHERE idempotency_key = $1`,
      [old.idempotencyKey],
    );
    await payments.restart();
    const kept = () =>
      payments.query<{ key: string }>(
        'SELECT idempotency_key::text AS key FROM opening_keys WHERE tenant_id = $1',
        [tenant.id],
      );
    await expect.poll(kept).toEqual([{ key: young.idempotencyKey }]);
  });
});
