import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changedKey } from '../domain/api-key.ts';
import type { ApiKey, ApiKeyChanges } from '../domain/api-key.ts';
import type { ApiKeyCache, ApiKeyRepository } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import type { ApiKeyNotFound } from './revoke-api-key.ts';

export interface ChangeApiKeyDeps extends FindTenantDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'change'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
}

export async function changeApiKey(
  deps: ChangeApiKeyDeps,
  ctx: RequestContext,
  { keyId, changes }: { readonly keyId: string; readonly changes: ApiKeyChanges },
): Promise<Result<ApiKey, TenantNotFound | ApiKeyNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const changed = await deps.apiKeys.change(tenant.value.id, keyId, (key) => changedKey(key, changes));
  deps.apiKeyCache.clear();
  return changed === undefined ? apiKeyNotFound() : ok(changed);
}
