import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import { DEFAULT_CLIENT_LIMITS } from '../domain/client-limits.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { TenantRepository } from '../ports.ts';

export interface CreateTenantDeps {
  readonly tenants: Pick<TenantRepository, 'add'>;
  readonly newId: NewId;
  readonly clock: Clock;
}

export type NewTenant = Pick<Tenant, 'name' | 'slug' | 'timezone' | 'defaultCurrency'>;

export async function createTenant(
  { tenants, newId, clock }: CreateTenantDeps,
  { name, slug, timezone, defaultCurrency }: NewTenant,
): Promise<Result<Tenant, Refusal<'slug_taken'>>> {
  const createdAt = clock.now().round('millisecond');
  const tenant = {
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
  if (await tenants.add(tenant)) return ok(tenant);
  return refuse('slug_taken', `A tenant with the slug "${slug}" exists.`);
}
