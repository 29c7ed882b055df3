import type { Bus } from '@lodging/kit-messaging';
import { ok } from '@lodging/kernel';
import { eventually, testLogger } from '@lodging/kit-testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUnitsForSale } from './units-for-sale.ts';

const KEEP_SECONDS = 900;
const tenant = { tenantId: '01900000-0000-7000-8000-00000000000a', livemode: true };

let clock = 0;
beforeEach(() => {
  clock = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => void vi.restoreAllMocks());

function unitsWith(answer: (tenantId: string) => Promise<number>) {
  const requested: string[] = [];
  const request = async (_operation: unknown, _request: unknown, ctx: { tenantId: string }) => {
    requested.push(ctx.tenantId);
    return ok({ units: await answer(ctx.tenantId) });
  };
  const log = testLogger();
  const units = createUnitsForSale({ request: request as unknown as Bus['request'] }, log, KEEP_SECONDS);
  return { units, requested, log };
}

describe('the units for sale of a tenant', () => {
  it('are read once by many requests, and then known without a wait', async () => {
    const { units, requested } = unitsWith(async () => 16);
    expect(await Promise.all([units.of(tenant), units.of(tenant), units.of(tenant)])).toEqual([16, 16, 16]);
    expect(units.of(tenant)).toBe(16);
    expect(requested).toHaveLength(1);
  });

  it('are read before they are needed, where a quote says that they will be', async () => {
    const { units, requested } = unitsWith(async () => 16);
    units.prepare(tenant);
    units.prepare(tenant);
    await eventually('the figure is known', () => typeof units.of(tenant) === 'number');
    expect([units.of(tenant), requested.length]).toEqual([16, 1]);
  });

  it('are read again by each refresh, without a wait', async () => {
    let current = 16;
    const { units } = unitsWith(async () => current);
    await units.of(tenant);
    current = 4;
    expect(units.of(tenant)).toBe(16);
    await units.refresh();
    expect(units.of(tenant)).toBe(4);
  });

  it('are refreshed for as long as a quote is good, and no longer', async () => {
    const { units, requested } = unitsWith(async () => 16);
    await units.of(tenant);
    clock += (KEEP_SECONDS - 1) * 1_000;
    await units.refresh();
    expect(requested).toHaveLength(2);
    clock += 1_000;
    await units.refresh();
    expect(requested).toHaveLength(2);
    expect(units.of(tenant)).toBeInstanceOf(Promise);
  });

  it('stay as they were while inventory does not answer, and are 0 until it has once', async () => {
    let isAway = true;
    const { units, log } = unitsWith(async () => {
      if (isAway) throw new Error('away');
      return 16;
    });
    expect(await units.of(tenant)).toBe(0);
    expect(units.of(tenant)).toBe(0);
    isAway = false;
    await units.refresh();
    expect(units.of(tenant)).toBe(16);
    isAway = true;
    await units.refresh();
    expect(units.of(tenant)).toBe(16);
    expect(log.lines.filter(({ tenantId }) => tenantId === tenant.tenantId)).toHaveLength(2);
  });

  it('are forgotten for the tenant that was used longest ago, beyond ten thousand', async () => {
    const { units } = unitsWith(async () => 16);
    const tenant = (at: number) => ({ tenantId: `tenant ${at}`, livemode: true });
    for (let at = 0; at < 10_000; at += 1) await units.of(tenant(at));
    await units.of(tenant(0));
    await units.of(tenant(10_000));
    expect(units.of(tenant(0))).toBe(16);
    expect(units.of(tenant(1))).toBeInstanceOf(Promise);
  });
});
