import { ok } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { reinstated, suspended } from '../domain/tenant.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { ApiKeyCache, TenantRepository } from '../ports.ts';
import { tenantNotFound } from './find-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export interface SuspendTenantDeps {
  readonly tenants: Pick<TenantRepository, 'change'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
  readonly clock: Clock;
}

/** Other processes see it when their cached keys expire; sessions are not cached. */
export async function suspendTenant(
  deps: SuspendTenantDeps,
  ctx: RequestContext,
  { reason }: { readonly reason: string },
): Promise<Result<Tenant, TenantNotFound>> {
  const now = deps.clock.now().round('millisecond');
  return changeTenant(deps, ctx, (tenant) => suspended(tenant, reason, now));
}

export async function reinstateTenant(
  deps: SuspendTenantDeps,
  ctx: RequestContext,
): Promise<Result<Tenant, TenantNotFound>> {
  return changeTenant(deps, ctx, reinstated);
}

async function changeTenant(
  { tenants, apiKeyCache }: SuspendTenantDeps,
  { tenantId }: RequestContext,
  decide: (tenant: Tenant) => Tenant,
): Promise<Result<Tenant, TenantNotFound>> {
  const changed = await tenants.change(tenantId, decide);
  apiKeyCache.clear();
  return changed === undefined ? tenantNotFound() : ok(changed);
}
