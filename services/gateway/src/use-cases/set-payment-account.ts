import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { tenantIdOf } from '../domain/tenant.ts';
import type { Neighbours, PaymentAccount, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'setPaymentAccount'>;
}

export async function setPaymentAccount(
  { tenants, neighbours }: Parts,
  tenantId: string,
  { mode, ...account }: PaymentAccount & { mode: Mode },
  requestId: string,
): Promise<Result<PaymentAccount & { mode: Mode }>> {
  const tenant = await readTenant(tenants, tenantId);
  if (!tenant.ok) return tenant;
  const call = { tenantId: tenantIdOf(tenant.value, mode), livemode: mode === 'live', requestId };
  const set = await neighbours.setPaymentAccount(call, account);
  return set.ok ? ok({ mode, ...set.value }) : set;
}
