import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { tenantIdOf } from '../domain/tenant.ts';
import type { Neighbours, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'removePaymentAccount'>;
}

export async function removePaymentAccount(
  { tenants, neighbours }: Parts,
  tenantId: string,
  mode: Mode,
  requestId: string,
): Promise<Result<unknown>> {
  const tenant = await readTenant(tenants, tenantId);
  if (!tenant.ok) return tenant;
  const call = { tenantId: tenantIdOf(tenant.value, mode), livemode: mode === 'live', requestId };
  return neighbours.removePaymentAccount(call);
}
