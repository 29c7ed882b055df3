import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Tenant } from '../domain/tenant.ts';
import type { TenantStore } from './ports.ts';

export type TenantNotFound = Refusal<'tenant_not_found'>;

/** A sandbox is reached through its live tenant, so its own id finds nothing. */
export async function readTenant(
  tenants: Pick<TenantStore, 'find'>,
  tenantId: string,
): Promise<Result<Tenant, TenantNotFound>> {
  const tenant = await tenants.find(tenantId);
  return tenant === undefined ? tenantNotFound() : ok(tenant);
}

export function tenantNotFound() {
  return refuse('tenant_not_found', 'There is no such tenant.');
}
