import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { tenantFields } from '../../domain/audit/audit-fields.ts';
import { createdFields } from '../../domain/audit/audit.ts';
import { DEFAULT_LIMITS } from '../../domain/limits/client-limits.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';

export type CreateTenantDeps = Pick<GatewayDeps, 'tenants' | 'clock' | 'newId'>;

export type NewTenant = Pick<Tenant, 'name' | 'slug' | 'timezone' | 'defaultCurrency'>;

export async function createTenant(
  deps: CreateTenantDeps,
  { source }: Pick<AdminContext, 'source'>,
  { name, slug, timezone, defaultCurrency }: NewTenant,
): Promise<Result<Tenant, Refusal<'slug_taken'>>> {
  const { tenants, newId, clock } = deps;
  const createdAt = clock.now().round('millisecond');
  const tenant: Tenant = {
    id: newId(),
    sandboxId: newId(),
    name,
    slug,
    timezone,
    defaultCurrency,
    createdAt,
    ...DEFAULT_LIMITS,
    suspendedAt: null,
    suspendedReason: null,
  };
  const entry = auditEntry(deps, source, {
    tenantId: tenant.id,
    action: 'tenant.created',
    target: { kind: 'tenant', id: tenant.id },
    changes: createdFields(tenantFields(tenant)),
  });
  if (await tenants.add(tenant, entry)) return ok(tenant);
  return refuse('slug_taken', `A tenant with the slug "${slug}" exists.`);
}
