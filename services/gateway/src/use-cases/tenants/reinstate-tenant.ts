import type { Result } from '@lodging/kernel';
import { reinstated } from '../../domain/tenants/tenant.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { changeTenant } from './change-tenant.ts';
import type { ChangeTenantDeps } from './change-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export async function reinstateTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
): Promise<Result<Tenant, TenantNotFound>> {
  return changeTenant(deps, ctx, 'tenant.reinstated', reinstated);
}
