import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { HIDDEN } from '../../domain/audit/audit.ts';
import { displayPrefix, formatKey, KEY_RANDOM_BYTES } from '../../domain/keys/api-key.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { IssuedApiKey } from './create-api-key.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import type { ApiKeyNotFound } from './revoke-api-key.ts';

export type RotateApiKeyDeps = Pick<
  GatewayDeps,
  'tenants' | 'apiKeys' | 'apiKeyCache' | 'clock' | 'newId' | 'randomBytes' | 'digest'
>;

/** The key keeps its id, so that limits, logs and the list still refer to it. */
export async function rotateApiKey(
  deps: RotateApiKeyDeps,
  ctx: AdminContext,
  { keyId, graceSeconds }: { readonly keyId: string; readonly graceSeconds: number },
): Promise<Result<IssuedApiKey, TenantNotFound | ApiKeyNotFound>> {
  const { apiKeys, apiKeyCache, randomBytes, digest } = deps;
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const current = await apiKeys.find(tenant.value.id, keyId);
  if (current === undefined) return apiKeyNotFound();
  const key = formatKey(current.kind, current.mode, randomBytes(KEY_RANDOM_BYTES));
  const next = { prefix: displayPrefix(key), digest: digest(key), graceSeconds };
  const entry = auditEntry(deps, ctx.source, {
    tenantId: tenant.value.id,
    action: 'api_key.rotated',
    target: { kind: 'api_key', id: keyId },
    changes: [
      { field: 'key', before: HIDDEN, after: HIDDEN },
      { field: 'graceSeconds', before: null, after: graceSeconds },
    ],
  });
  const rotated = await apiKeys.rotate(tenant.value.id, keyId, next, entry);
  apiKeyCache.clear();
  return rotated === undefined ? apiKeyNotFound() : ok({ ...rotated, key });
}
