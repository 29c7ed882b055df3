import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Mode } from '../../domain/keys/api-key.ts';
import { tenantIdForMode } from '../../domain/tenants/tenant.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';

export type TenantNotFound = Refusal<'tenant_not_found'>;

export type FindTenantDeps = Pick<GatewayDeps, 'tenants'>;

/** The tenant of the context. A sandbox is reached through its live tenant: its own id finds nothing. */
export async function findTenant(
  { tenants }: FindTenantDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
): Promise<Result<Tenant, TenantNotFound>> {
  const tenant = await tenants.find(tenantId);
  return tenant === undefined ? tenantNotFound() : ok(tenant);
}

export function tenantNotFound() {
  return refuse('tenant_not_found', 'There is no such tenant.');
}

/** The context in which other services are called for the live tenant or its sandbox. */
export async function contextForMode(
  deps: FindTenantDeps,
  ctx: RequestContext,
  mode: Mode,
): Promise<Result<RequestContext, TenantNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  return ok({ ...ctx, tenantId: tenantIdForMode(tenant.value, mode), livemode: mode === 'live' });
}
