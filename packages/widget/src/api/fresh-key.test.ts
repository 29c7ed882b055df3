import { afterEach, expect, it, vi } from 'vitest';
import { freshKey } from './fresh-key.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('is a UUID of version 4, another one each time, also on a page without https', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const keys = Array.from({ length: 100 }, freshKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
