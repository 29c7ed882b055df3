import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { ofTenant } from './of-tenant.ts';
import type { Neighbours, PaymentAccount, TenantStore } from './ports.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'readPaymentAccount'>;
}

export async function readPaymentAccount(
  { tenants, neighbours }: Parts,
  tenantId: string,
  mode: Mode,
  requestId: string,
): Promise<Result<PaymentAccount & { mode: Mode }>> {
  const found = await ofTenant(tenants, { tenantId, mode, requestId }, (call) =>
    neighbours.readPaymentAccount(call),
  );
  return found.ok ? ok({ mode, ...found.value }) : found;
}
