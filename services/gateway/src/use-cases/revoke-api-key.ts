import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Keyring } from './authenticate-key.ts';
import type { KeyStore, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';
import type { TenantNotFound } from './read-tenant.ts';

export type KeyNotFound = Refusal<'api_key_not_found'>;

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly keys: Pick<KeyStore, 'revoke'>;
  readonly keyring: Pick<Keyring, 'forget'>;
}

export async function revokeApiKey(
  { tenants, keys, keyring }: Parts,
  ownerId: string,
  keyId: string,
): Promise<Result<undefined, TenantNotFound | KeyNotFound>> {
  const tenant = await readTenant(tenants, ownerId);
  if (!tenant.ok) return tenant;
  const revoked = await keys.revoke(ownerId, keyId);
  keyring.forget();
  return revoked ? ok(undefined) : keyNotFound();
}

export function keyNotFound() {
  return refuse('api_key_not_found', 'The tenant has no such API key.');
}
