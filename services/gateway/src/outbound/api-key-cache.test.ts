import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '@lodging/kit-testing';
import { formatKey } from '../domain/api-key.ts';
import type { Credential } from '../domain/credential.ts';
import { ApiKeysUnavailable } from '../ports.ts';
import type { ApiKeyCache } from '../ports.ts';
import { createApiKeyCache, MAX_AGE_MS } from './api-key-cache.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const newKey = () => formatKey('secret', 'live', randomBytes(32));
const credential: Credential = {
  id: 'k',
  tenantId: 't',
  livemode: true,
  kind: 'secret',
  permissions: [],
  allowedOrigins: [],
  clientLimits: null,
  requestsPerMinute: null,
  expiresAt: null,
  timezone: 'UTC',
  isTenantSuspended: false,
};

let now: number;
let lookups: number;
let isUnavailable: boolean;
let issued: Map<string, Credential>;
let cache: ApiKeyCache;
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
      findByDigest: async (keyDigest) => {
        lookups += 1;
        if (isUnavailable) throw new Error('the database is unavailable');
        return issued.get(Buffer.from(keyDigest).toString('hex'));
      },
    },
  });
});

function issue(key: string, fields: Partial<Credential> = {}): void {
  issued.set(digest(key).toString('hex'), { ...credential, ...fields });
}

describe('the API key cache', () => {
  it('looks a key up once for all requests of the next seconds', async () => {
    const key = newKey();
    issue(key);
    for (let count = 0; count < 100; count += 1) expect(await cache.find(key)).toEqual(credential);
    expect(lookups).toBe(1);
  });

  it('looks a new key up once for a hundred concurrent requests', async () => {
    const key = newKey();
    issue(key);
    await Promise.all(Array.from({ length: 100 }, async () => cache.find(key)));
    expect(lookups).toBe(1);
  });

  it('looks nothing up for a malformed key', async () => {
    for (const text of ['', 'nonsense', `${newKey()}x`, newKey().replace('sk_live', 'sk_test')]) {
      expect(await cache.find(text)).toBeUndefined();
    }
    expect(lookups).toBe(0);
  });

  it('caches an unknown key too, and finds it within seconds of being issued', async () => {
    const key = newKey();
    expect(await cache.find(key)).toBeUndefined();
    expect(await cache.find(key)).toBeUndefined();
    expect(lookups).toBe(1);
    issue(key);
    now = MAX_AGE_MS;
    expect(await cache.find(key)).toEqual(credential);
  });

  it('finds a revoked key no more once its entry is older than MAX_AGE_MS', async () => {
    const key = newKey();
    issue(key);
    await cache.find(key);
    issued.clear();
    now = MAX_AGE_MS;
    expect(await cache.find(key)).toBeUndefined();
  });

  it('finds a revoked key no more as soon as the cache is cleared', async () => {
    const key = newKey();
    issue(key);
    await cache.find(key);
    issued.clear();
    cache.clear();
    expect(await cache.find(key)).toBeUndefined();
  });

  it('serves a cached key for a minute while the database is unavailable, then throws ApiKeysUnavailable', async () => {
    const key = newKey();
    issue(key);
    await cache.find(key);
    isUnavailable = true;
    for (now = 0; now < 60_000; now += 500) expect(await cache.find(key)).toEqual(credential);
    expect(lookups).toBeLessThan(65);
    await expect(async () => cache.find(key)).rejects.toThrow(ApiKeysUnavailable);
    isUnavailable = false;
    expect(await cache.find(key)).toEqual(credential);
  });

  it('throws ApiKeysUnavailable for a new key while the database is unavailable', async () => {
    isUnavailable = true;
    await expect(async () => cache.find(newKey())).rejects.toThrow(ApiKeysUnavailable);
  });

  it('expires a rotated key on time, although it is cached', async () => {
    const key = newKey();
    issue(key, { expiresAt: clock.now().add({ seconds: 1 }) });
    expect(await cache.find(key)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await cache.find(key)).toBeUndefined();
  });
});
