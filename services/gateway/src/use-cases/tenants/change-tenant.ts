import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { tenantFields } from '../../domain/audit/audit-fields.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { changeEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { tenantNotFound } from './find-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export type ChangeTenantDeps = Pick<GatewayDeps, 'tenants' | 'apiKeyCache' | 'clock' | 'newId'>;

/** The change and its audit entry are one transaction. */
export async function changeTenant(
  deps: ChangeTenantDeps,
  { tenantId, source }: AdminContext,
  action: string,
  change: (tenant: Tenant) => Tenant,
): Promise<Result<Tenant, TenantNotFound>> {
  const changed = await deps.tenants.change(tenantId, (current) => {
    const next = change(current);
    const auditAction = { tenantId, action, target: { kind: 'tenant', id: tenantId } };
    const fields = { before: tenantFields(current), after: tenantFields(next) };
    return { next, entry: changeEntry(deps, source, auditAction, fields) };
  });
  deps.apiKeyCache.clear();
  return changed === undefined ? tenantNotFound() : ok(changed);
}
