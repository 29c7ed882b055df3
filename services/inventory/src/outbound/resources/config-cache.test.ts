import { expect, it } from 'vitest';
import { createConfigCache } from './config-cache.ts';
import type { VersionedConfig } from './config-cache.ts';

function generic(id: string): VersionedConfig {
  const shown = { name: '', slug: '', photoUrls: [], features: [] };
  const sold = {
    checkInTime: '15:00',
    checkOutTime: '11:00',
    isArchived: false,
    cancellationPolicyCode: null,
    deposit: null,
  };
  const unit = { kind: 'generic', capacity: 1, currency: 'EUR', timezone: 'UTC', units: 1 } as const;
  const config = { ...unit, ...sold, ...shown };
  return { version: 1n, config: { ...config, id, roomType: null, plans: [], pricing: undefined } };
}

it('evicts the least recently used configuration', () => {
  const cache = createConfigCache(2);
  cache.set('t', generic('a'));
  cache.set('t', generic('b'));
  cache.get('t', 'a');
  cache.set('t', generic('c'));
  expect(['a', 'b', 'c'].map((id) => cache.get('t', id) !== undefined)).toEqual([true, false, true]);
});

it('keeps the newest version of a resource once, separately for each tenant', () => {
  const cache = createConfigCache(2);
  cache.set('t', generic('a'));
  for (let version = 2n; version < 9n; version += 1n) cache.set('t', { ...generic('a'), version });
  cache.set('t', generic('b'));
  expect(cache.get('t', 'a')?.version).toBe(8n);
  expect(cache.get('other', 'a')).toBeUndefined();
  cache.delete('t', 'a');
  expect(cache.get('t', 'a')).toBeUndefined();
});

it('keeps nothing that is heavier than all of it, and then keeps the others', () => {
  const cache = createConfigCache(20);
  cache.set('t', generic('a'));
  const { config } = generic('b');
  const tiers = Array.from({ length: 20 }, (_, index) => ({ minNights: index + 1, multiplierBps: 9_000 }));
  const pricing = { baseAmountMinorUnits: 1n, lengthOfStayTiers: tiers };
  cache.set('t', { version: 1n, config: { ...config, pricing } });
  cache.set('t', { version: 1n, config: { ...generic('c').config, photoUrls: ['x'.repeat(2_000)] } });
  expect(['a', 'b', 'c'].map((id) => cache.get('t', id) !== undefined)).toEqual([true, false, false]);
  cache.set('t', { version: 2n, config: { ...generic('a').config, pricing } });
  expect(cache.get('t', 'a')).toBeUndefined();
});
