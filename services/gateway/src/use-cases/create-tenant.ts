import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import type { Tenant } from '../domain/tenant.ts';
import type { TenantStore } from './ports.ts';

export type NewTenant = Pick<Tenant, 'name' | 'slug' | 'timezone' | 'defaultCurrency'>;

export async function createTenant(
  { tenants, newId, clock }: { tenants: TenantStore; newId: NewId; clock: Clock },
  wanted: NewTenant,
): Promise<Result<Tenant, Refusal<'slug_taken'>>> {
  const tenant: Tenant = {
    id: newId(),
    sandboxId: newId(),
    name: wanted.name,
    slug: wanted.slug,
    timezone: wanted.timezone,
    defaultCurrency: wanted.defaultCurrency,
    createdAt: clock.now().round('millisecond'),
  };
  if (await tenants.add(tenant)) return ok(tenant);
  return refuse('slug_taken', `A tenant with the slug "${wanted.slug}" exists.`);
}
