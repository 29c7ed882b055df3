// Guards the copies of configurations: bounded, and the least used given up first.
import { expect, it } from 'vitest';
import { createConfigCache } from './config-cache.ts';
import type { Versioned } from './config-cache.ts';

function generic(id: string): Versioned {
  const config = { kind: 'generic', capacity: 1, currency: 'EUR', timezone: 'UTC', units: 1 } as const;
  return { version: 1n, config: { ...config, id, roomType: null, plans: [], pricing: undefined } };
}

it('gives up what was not used for the longest time', () => {
  const cache = createConfigCache(2);
  cache.keep('t', generic('a'));
  cache.keep('t', generic('b'));
  cache.find('t', 'a');
  cache.keep('t', generic('c'));
  expect(['a', 'b', 'c'].map((id) => cache.find('t', id) !== undefined)).toEqual([true, false, true]);
});

it('keeps the newest copy of a resource once, and one tenant’s apart from another’s', () => {
  const cache = createConfigCache(2);
  cache.keep('t', generic('a'));
  for (let version = 2n; version < 9n; version += 1n) cache.keep('t', { ...generic('a'), version });
  cache.keep('t', generic('b'));
  expect(cache.find('t', 'a')?.version).toBe(8n);
  expect(cache.find('other', 'a')).toBeUndefined();
  cache.forget('t', 'a');
  expect(cache.find('t', 'a')).toBeUndefined();
});
