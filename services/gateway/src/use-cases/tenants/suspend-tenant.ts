import type { Result } from '@lodging/kernel';
import { suspended } from '../../domain/tenants/tenant.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { changeTenant } from './change-tenant.ts';
import type { ChangeTenantDeps } from './change-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

/** Other processes follow when their cached keys expire; sessions are not cached. */
export async function suspendTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
  { reason }: { readonly reason: string },
): Promise<Result<Tenant, TenantNotFound>> {
  const now = deps.clock.now().round('millisecond');
  return changeTenant(deps, ctx, 'tenant.suspended', (tenant) => suspended(tenant, reason, now));
}
