import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { KEY_RANDOM_BYTES, shownPart, writeKey } from '../domain/api-key.ts';
import type { Keyring } from './authenticate-key.ts';
import type { ShownKey } from './create-api-key.ts';
import type { Digest, KeyStore, RandomBytes, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';
import type { TenantNotFound } from './read-tenant.ts';
import { keyNotFound } from './revoke-api-key.ts';
import type { KeyNotFound } from './revoke-api-key.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly keys: Pick<KeyStore, 'find' | 'rotate'>;
  readonly keyring: Pick<Keyring, 'forget'>;
  readonly random: RandomBytes;
  readonly digest: Digest;
}

/** The record keeps its id, so that limits, logs and the list still know it. */
export async function rotateApiKey(
  { tenants, keys, keyring, random, digest }: Parts,
  ownerId: string,
  keyId: string,
  graceSeconds: number,
): Promise<Result<ShownKey, TenantNotFound | KeyNotFound>> {
  const tenant = await readTenant(tenants, ownerId);
  if (!tenant.ok) return tenant;
  const current = await keys.find(ownerId, keyId);
  if (current === undefined) return keyNotFound();
  const key = writeKey(current.kind, current.mode, random(KEY_RANDOM_BYTES));
  const next = { prefix: shownPart(key), digest: digest(key), graceSeconds };
  const record = await keys.rotate(ownerId, keyId, next);
  keyring.forget();
  return record === undefined ? keyNotFound() : ok({ ...record, key });
}
