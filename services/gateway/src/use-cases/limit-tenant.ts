import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { limited } from '../domain/client-limits.ts';
import type { LimitChanges } from '../domain/client-limits.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { ApiKeyCache, TenantRepository } from '../ports.ts';
import { tenantNotFound } from './find-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export interface LimitTenantDeps {
  readonly tenants: Pick<TenantRepository, 'change'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
}

/** Other processes follow when their cached keys expire. */
export async function limitTenant(
  { tenants, apiKeyCache }: LimitTenantDeps,
  { tenantId }: RequestContext,
  changes: LimitChanges,
): Promise<Result<Tenant, TenantNotFound>> {
  const tenant = await tenants.change(tenantId, (current) => limited(current, changes));
  apiKeyCache.clear();
  return tenant === undefined ? tenantNotFound() : ok(tenant);
}
