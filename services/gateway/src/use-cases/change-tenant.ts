import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { tenantFields } from '../domain/audit-fields.ts';
import { limited } from '../domain/client-limits.ts';
import type { LimitChanges } from '../domain/client-limits.ts';
import { reinstated, suspended } from '../domain/tenant.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { ApiKeyCache, TenantRepository } from '../ports.ts';
import { changeEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { tenantNotFound } from './find-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export interface ChangeTenantDeps extends AuditDeps {
  readonly tenants: Pick<TenantRepository, 'change'>;
  readonly apiKeyCache: Pick<ApiKeyCache, 'clear'>;
}

/** Other processes follow when their cached keys expire; sessions are not cached. */
export async function suspendTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
  { reason }: { readonly reason: string },
): Promise<Result<Tenant, TenantNotFound>> {
  const now = deps.clock.now().round('millisecond');
  return changeTenant(deps, ctx, 'tenant.suspended', (tenant) => suspended(tenant, reason, now));
}

export async function reinstateTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
): Promise<Result<Tenant, TenantNotFound>> {
  return changeTenant(deps, ctx, 'tenant.reinstated', reinstated);
}

export async function limitTenant(
  deps: ChangeTenantDeps,
  ctx: AdminContext,
  changes: LimitChanges,
): Promise<Result<Tenant, TenantNotFound>> {
  return changeTenant(deps, ctx, 'tenant.limits_changed', (tenant) => limited(tenant, changes));
}

async function changeTenant(
  deps: ChangeTenantDeps,
  { tenantId, source }: AdminContext,
  action: string,
  change: (tenant: Tenant) => Tenant,
): Promise<Result<Tenant, TenantNotFound>> {
  const changed = await deps.tenants.change(tenantId, (current) => {
    const next = change(current);
    const deed = { tenantId, action, target: { kind: 'tenant', id: tenantId } };
    const fields = { before: tenantFields(current), after: tenantFields(next) };
    return { next, entry: changeEntry(deps, source, deed, fields) };
  });
  deps.apiKeyCache.clear();
  return changed === undefined ? tenantNotFound() : ok(changed);
}
