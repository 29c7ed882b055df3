import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '@lodging/kit-testing';
import { formatKey } from '../../domain/keys/api-key.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { ApiKeysUnavailable } from '../../ports/keys.ts';
import type { ApiKeyCache } from '../../ports/keys.ts';
import { createApiKeyCache, MAX_AGE_MS } from './api-key-cache.ts';
import { buildCredential } from '../../../test/build-credential.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const newKey = () => formatKey('secret', 'live', randomBytes(32));
const credential = buildCredential();

let now: number;
let lookups: number;
let isUnavailable: boolean;
let issued: Map<string, Credential>;
let cache: ApiKeyCache;
/** As a request of an address that may look unseen keys up. */
const find = async (key: string): Promise<Credential | undefined> => {
  const found = cache.find(key);
  return found === 'unseen' ? cache.lookUp(key) : found;
};
const clock = fixedClock('2026-11-20T09:00:00Z');

beforeEach(() => {
  now = 0;
  lookups = 0;
  isUnavailable = false;
  issued = new Map();
  cache = createApiKeyCache({
    digest,
    clock,
    now: () => now,
    apiKeys: {
      findByDigests: async (digests) => {
        lookups += 1;
        if (isUnavailable) throw new Error('the database is unavailable');
        const ids = digests.map((keyDigest) => Buffer.from(keyDigest).toString('latin1'));
        return new Map([...issued].filter(([id]) => ids.includes(id)));
      },
    },
  });
});

function issue(key: string, fields: Partial<Credential> = {}): void {
  issued.set(digest(key).toString('latin1'), { ...credential, ...fields });
}

describe('the API key cache', () => {
  it('looks a key up once for all requests of the next seconds', async () => {
    const key = newKey();
    issue(key);
    for (let count = 0; count < 100; count += 1) expect(await find(key)).toEqual(credential);
    expect(lookups).toBe(1);
  });

  it('looks a new key up once for a hundred concurrent requests', async () => {
    const key = newKey();
    issue(key);
    await Promise.all(Array.from({ length: 100 }, async () => find(key)));
    expect(lookups).toBe(1);
  });

  it('looks nothing up for a malformed key', async () => {
    for (const text of ['', 'nonsense', `${newKey()}x`, newKey().replace('sk_live', 'sk_test')]) {
      expect(await find(text)).toBeUndefined();
    }
    expect(lookups).toBe(0);
  });

  it('caches an unknown key too, and finds it within seconds of being issued', async () => {
    const key = newKey();
    expect(await find(key)).toBeUndefined();
    expect(await find(key)).toBeUndefined();
    expect(lookups).toBe(1);
    issue(key);
    now = MAX_AGE_MS;
    expect(await find(key)).toEqual(credential);
  });

  it('finds a revoked key no more once its entry is older than MAX_AGE_MS', async () => {
    const key = newKey();
    issue(key);
    await find(key);
    issued.clear();
    now = MAX_AGE_MS;
    expect(await find(key)).toBeUndefined();
  });

  it('finds a revoked key no more as soon as the cache is cleared', async () => {
    const key = newKey();
    issue(key);
    await find(key);
    issued.clear();
    cache.clear();
    expect(await find(key)).toBeUndefined();
  });

  it('serves a cached key for a minute while the database is unavailable, then throws ApiKeysUnavailable', async () => {
    const key = newKey();
    issue(key);
    await find(key);
    isUnavailable = true;
    for (now = 0; now < 60_000; now += 500) expect(await find(key)).toEqual(credential);
    expect(lookups).toBeLessThan(65);
    await expect(async () => find(key)).rejects.toThrow(ApiKeysUnavailable);
    isUnavailable = false;
    expect(await find(key)).toEqual(credential);
  });

  it('throws ApiKeysUnavailable for a new key while the database is unavailable', async () => {
    isUnavailable = true;
    await expect(async () => find(newKey())).rejects.toThrow(ApiKeysUnavailable);
  });

  it('expires a rotated key on time, although it is cached', async () => {
    const key = newKey();
    issue(key, { expiresAt: clock.now().add({ seconds: 1 }) });
    expect(await find(key)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await find(key)).toBeUndefined();
  });

  it('looks a flood of unknown keys up in few queries', async () => {
    await Promise.all(Array.from({ length: 900 }, () => find(newKey())));
    expect(lookups).toBeLessThanOrEqual(3);
  });

  it('keeps a key in use, whatever number of unknown keys is sent', { timeout: 30_000 }, async () => {
    const key = newKey();
    issue(key);
    await find(key);
    for (let round = 0; round < 45; round += 1) {
      await Promise.all(Array.from({ length: 500 }, () => find(newKey())));
    }
    const before = lookups;
    expect(cache.find(key)).toEqual(credential);
    expect(lookups).toBe(before);
  });

  it('accepts a key after its lookup in the background', async () => {
    vi.useFakeTimers();
    try {
      const [key, none] = [newKey(), newKey()];
      issue(key);
      for (const text of [key, none]) {
        expect(cache.find(text)).toBe('unseen');
        cache.lookUpSoon(text);
      }
      await vi.advanceTimersByTimeAsync(300);
      expect([cache.find(key), cache.find(none), lookups]).toEqual([credential, undefined, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('bounds what it looks up in the background, and what requests wait for', async () => {
    vi.useFakeTimers();
    try {
      for (let count = 0; count < 10_000; count += 1) cache.lookUpSoon(newKey());
      await vi.advanceTimersByTimeAsync(1_000);
      expect(lookups).toBeLessThanOrEqual(4);
      const waiting = Array.from({ length: 1_500 }, () => find(newKey()));
      const outcomes = Promise.allSettled(waiting);
      await vi.advanceTimersByTimeAsync(100);
      expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(500);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not take a known key for an unseen one once the cache is cleared', async () => {
    const key = newKey();
    issue(key);
    await find(key);
    cache.clear();
    expect(cache.find(key)).toBeInstanceOf(Promise);
    expect(await cache.find(key)).toEqual(credential);
  });
});
