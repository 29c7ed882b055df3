import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { tenantFields } from '../domain/audit-fields.ts';
import { createdFields } from '../domain/audit.ts';
import { DEFAULT_CLIENT_LIMITS } from '../domain/client-limits.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { TenantRepository } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';

export interface CreateTenantDeps extends AuditDeps {
  readonly tenants: Pick<TenantRepository, 'add'>;
}

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
    ...DEFAULT_CLIENT_LIMITS,
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
