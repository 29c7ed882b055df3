import { ok } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import { KEY_RANDOM_BYTES, shownPart, writeKey } from '../domain/api-key.ts';
import type { KeyKind, Mode } from '../domain/api-key.ts';
import { tenantIdOf } from '../domain/tenant.ts';
import type { KeyRecord } from '../domain/tenant.ts';
import type { Digest, KeyStore, RandomBytes, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';
import type { TenantNotFound } from './read-tenant.ts';

export interface NewKey {
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
}

export interface KeyMaking {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly keys: Pick<KeyStore, 'add'>;
  readonly random: RandomBytes;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
  /** All there are: what a secret key has unless it is told. */
  readonly permissions: readonly string[];
}

export type ShownKey = KeyRecord & { readonly key: string };

export async function createApiKey(
  making: KeyMaking,
  ownerId: string,
  wanted: NewKey,
): Promise<Result<ShownKey, TenantNotFound>> {
  const tenant = await readTenant(making.tenants, ownerId);
  if (!tenant.ok) return tenant;
  const { kind, mode } = wanted;
  const key = writeKey(kind, mode, making.random(KEY_RANDOM_BYTES));
  const record: KeyRecord = {
    id: making.newId(),
    tenantId: tenantIdOf(tenant.value, mode),
    ownerId,
    kind,
    mode,
    name: wanted.name ?? null,
    prefix: shownPart(key),
    // A publishable key may never do what a permission allows, and a secret key has no browser whose origin counts.
    permissions: kind === 'secret' ? [...new Set(wanted.permissions ?? making.permissions)] : [],
    allowedOrigins: kind === 'publishable' ? [...new Set(wanted.allowedOrigins)] : [],
    requestsPerMinute: wanted.requestsPerMinute ?? null,
    createdAt: making.clock.now().round('millisecond'),
    lastUsedAt: null,
  };
  await making.keys.add(record.tenantId, record, making.digest(key));
  return ok({ ...record, key });
}
