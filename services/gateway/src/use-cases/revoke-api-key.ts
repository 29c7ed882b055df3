import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ApiKeyCache, ApiKeyRepository } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';

export type ApiKeyNotFound = Refusal<'api_key_not_found'>;

export interface RevokeApiKeyDeps extends FindTenantDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'revoke'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
}

export async function revokeApiKey(
  deps: RevokeApiKeyDeps,
  ctx: RequestContext,
  { keyId }: { readonly keyId: string },
): Promise<Result<undefined, TenantNotFound | ApiKeyNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const revoked = await deps.apiKeys.revoke(tenant.value.id, keyId);
  deps.apiKeyCache.clear();
  return revoked ? ok(undefined) : apiKeyNotFound();
}

export function apiKeyNotFound() {
  return refuse('api_key_not_found', 'The tenant has no such API key.');
}
