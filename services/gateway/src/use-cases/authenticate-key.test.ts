// Guarantees of the keyring: a revoked key is gone in seconds, and a database that is away for a moment stops nobody.
import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '@lodging/kit-testing';
import { writeKey } from '../domain/api-key.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { createKeyring, KeysUnavailable, REMEMBERED_MS } from './authenticate-key.ts';
import type { Keyring } from './authenticate-key.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const newKey = () => writeKey('secret', 'live', randomBytes(32));
const record: ApiKey = {
  id: 'k',
  tenantId: 't',
  livemode: true,
  kind: 'secret',
  permissions: [],
  allowedOrigins: [],
  requestsPerMinute: null,
  expiresAt: null,
  timezone: 'UTC',
};

let steady: number;
let lookUps: number;
let isAway: boolean;
let known: Map<string, ApiKey>;
let keyring: Keyring;
const clock = fixedClock('2026-11-20T09:00:00Z');

beforeEach(() => {
  steady = 0;
  lookUps = 0;
  isAway = false;
  known = new Map();
  keyring = createKeyring({
    digest,
    clock,
    steady: () => steady,
    store: {
      findByDigest: async (digested) => {
        lookUps += 1;
        if (isAway) throw new Error('the database is away');
        return known.get(Buffer.from(digested).toString('hex'));
      },
    },
  });
});

function issue(key: string, fields: Partial<ApiKey> = {}): void {
  known.set(digest(key).toString('hex'), { ...record, ...fields });
}

describe('the keyring', () => {
  it('looks a key up once for seconds of requests', async () => {
    const key = newKey();
    issue(key);
    for (let count = 0; count < 100; count += 1) expect(await keyring.authenticate(key)).toEqual(record);
    expect(lookUps).toBe(1);
  });

  it('asks the store once where a hundred requests bring a new key at the same time', async () => {
    const key = newKey();
    issue(key);
    await Promise.all(Array.from({ length: 100 }, async () => keyring.authenticate(key)));
    expect(lookUps).toBe(1);
  });

  it('never asks the store about what was no key of ours', async () => {
    for (const text of ['', 'nonsense', `${newKey()}x`, newKey().replace('sk_live', 'sk_test')]) {
      expect(await keyring.authenticate(text)).toBeUndefined();
    }
    expect(lookUps).toBe(0);
  });

  it('remembers an unknown key too, and learns of it within seconds once it is issued', async () => {
    const key = newKey();
    expect(await keyring.authenticate(key)).toBeUndefined();
    expect(await keyring.authenticate(key)).toBeUndefined();
    expect(lookUps).toBe(1);
    issue(key);
    steady = REMEMBERED_MS;
    expect(await keyring.authenticate(key)).toEqual(record);
  });

  it('refuses a revoked key when its answer is older than the seconds it may be remembered', async () => {
    const key = newKey();
    issue(key);
    await keyring.authenticate(key);
    known.clear();
    steady = REMEMBERED_MS;
    expect(await keyring.authenticate(key)).toBeUndefined();
  });

  it('refuses it at once in the process that revoked it', async () => {
    const key = newKey();
    issue(key);
    await keyring.authenticate(key);
    known.clear();
    keyring.forget();
    expect(await keyring.authenticate(key)).toBeUndefined();
  });

  it('serves a known key for a minute while the database is away, then says that it cannot', async () => {
    const key = newKey();
    issue(key);
    await keyring.authenticate(key);
    isAway = true;
    for (steady = 0; steady < 60_000; steady += 500) expect(await keyring.authenticate(key)).toEqual(record);
    expect(lookUps).toBeLessThan(65);
    await expect(async () => keyring.authenticate(key)).rejects.toThrow(KeysUnavailable);
    isAway = false;
    expect(await keyring.authenticate(key)).toEqual(record);
  });

  it('says that it cannot tell, rather than no, where a key is new and the database away', async () => {
    isAway = true;
    await expect(async () => keyring.authenticate(newKey())).rejects.toThrow(KeysUnavailable);
  });

  it('ends the grace of a rotated key on time, also while it is remembered', async () => {
    const key = newKey();
    issue(key, { expiresAt: clock.now().add({ seconds: 1 }) });
    expect(await keyring.authenticate(key)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await keyring.authenticate(key)).toBeUndefined();
  });
});
