import type { Result } from '@lodging/kernel';
import { limited } from '../../domain/limits/client-limits.ts';
import type { LimitChanges } from '../../domain/limits/client-limits.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { changeTenant } from './change-tenant.ts';
import type { ChangeTenantDeps } from './change-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export async function limitTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
  changes: LimitChanges,
): Promise<Result<Tenant, TenantNotFound>> {
  return changeTenant(deps, ctx, 'tenant.limits_changed', (tenant) => limited(tenant, changes));
}
