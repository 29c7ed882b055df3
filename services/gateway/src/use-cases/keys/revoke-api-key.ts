import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { keyFields } from '../../domain/audit/audit-fields.ts';
import { removedFields } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';

export type ApiKeyNotFound = Refusal<'api_key_not_found'>;

export type RevokeApiKeyDeps = Pick<GatewayDeps, 'tenants' | 'apiKeys' | 'apiKeyCache' | 'clock' | 'newId'>;

export async function revokeApiKey(
  deps: RevokeApiKeyDeps,
  ctx: AdminContext,
  { keyId }: { readonly keyId: string },
): Promise<Result<undefined, TenantNotFound | ApiKeyNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const revoked = await deps.apiKeys.revoke(tenant.value.id, keyId, (key) =>
    auditEntry(deps, ctx.source, {
      tenantId: tenant.value.id,
      action: 'api_key.revoked',
      target: { kind: 'api_key', id: keyId },
      changes: removedFields(keyFields(key)),
    }),
  );
  deps.apiKeyCache.clear();
  return revoked ? ok(undefined) : apiKeyNotFound();
}

export function apiKeyNotFound() {
  return refuse('api_key_not_found', 'The tenant has no such API key.');
}
