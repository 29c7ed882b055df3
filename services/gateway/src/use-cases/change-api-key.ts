import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { keyFields } from '../domain/audit-fields.ts';
import { changedKey } from '../domain/api-key.ts';
import type { ApiKey, ApiKeyChanges } from '../domain/api-key.ts';
import type { ApiKeyCache, ApiKeyRepository } from '../ports.ts';
import { changeEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import type { ApiKeyNotFound } from './revoke-api-key.ts';

export interface ChangeApiKeyDeps extends FindTenantDeps, AuditDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'change'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
}

export async function changeApiKey(
  deps: ChangeApiKeyDeps,
  ctx: AdminContext,
  { keyId, changes }: { readonly keyId: string; readonly changes: ApiKeyChanges },
): Promise<Result<ApiKey, TenantNotFound | ApiKeyNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const changed = await deps.apiKeys.change(tenant.value.id, keyId, (key) => {
    const next = changedKey(key, changes);
    const target = { kind: 'api_key', id: keyId };
    const deed = { tenantId: tenant.value.id, action: 'api_key.changed', target };
    const fields = { before: keyFields(key), after: keyFields(next) };
    return { next, entry: changeEntry(deps, ctx.source, deed, fields) };
  });
  deps.apiKeyCache.clear();
  return changed === undefined ? apiKeyNotFound() : ok(changed);
}
