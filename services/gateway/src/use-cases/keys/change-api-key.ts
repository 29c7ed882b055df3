import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { keyFields } from '../../domain/audit/audit-fields.ts';
import { changedKey, originsRefusal } from '../../domain/keys/api-key.ts';
import type { ApiKey, ApiKeyChanges } from '../../domain/keys/api-key.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { changeEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import type { ApiKeyNotFound } from './revoke-api-key.ts';

export type ChangeApiKeyDeps = Pick<GatewayDeps, 'tenants' | 'apiKeys' | 'apiKeyCache' | 'clock' | 'newId'>;

export async function changeApiKey(
  deps: ChangeApiKeyDeps,
  ctx: AdminContext,
  { keyId, changes }: { readonly keyId: string; readonly changes: ApiKeyChanges },
): Promise<Result<ApiKey, TenantNotFound | ApiKeyNotFound | Refusal<'validation_failed'>>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const refused = await refuseEmptyOrigins(deps, tenant.value.id, keyId, changes);
  if (refused !== undefined) return refused;
  const changed = await deps.apiKeys.change(tenant.value.id, keyId, (key) => {
    const next = changedKey(key, changes);
    const target = { kind: 'api_key', id: keyId };
    const auditAction = { tenantId: tenant.value.id, action: 'api_key.changed', target };
    const fields = { before: keyFields(key), after: keyFields(next) };
    return { next, entry: changeEntry(deps, ctx.source, auditAction, fields) };
  });
  deps.apiKeyCache.clear();
  return changed === undefined ? apiKeyNotFound() : ok(changed);
}

/** The kind of a key never changes, so it may be read before. */
async function refuseEmptyOrigins(
  { apiKeys }: ChangeApiKeyDeps,
  ownerId: string,
  keyId: string,
  { allowedOrigins }: ApiKeyChanges,
) {
  if (allowedOrigins?.length !== 0) return undefined;
  const current = await apiKeys.find(ownerId, keyId);
  return current && originsRefusal(current.kind, allowedOrigins);
}
