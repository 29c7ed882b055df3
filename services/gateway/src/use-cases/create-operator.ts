import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import type { Operator } from '../domain/tenant.ts';
import type { HashPassword, OperatorStore, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';
import type { TenantNotFound } from './read-tenant.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly operators: OperatorStore;
  readonly hashPassword: HashPassword;
  readonly newId: NewId;
  readonly clock: Clock;
}

export async function createOperator(
  { tenants, operators, hashPassword, newId, clock }: Parts,
  tenantId: string,
  wanted: { email: string; password: string },
): Promise<Result<Operator, TenantNotFound | Refusal<'operator_exists'>>> {
  const tenant = await readTenant(tenants, tenantId);
  if (!tenant.ok) return tenant;
  const passwordHash = await hashPassword(wanted.password);
  const createdAt = clock.now().round('millisecond');
  const operator = { id: newId(), tenantId, email: wanted.email, createdAt };
  if (await operators.add(tenantId, operator, passwordHash)) return ok(operator);
  return refuse('operator_exists', 'An operator with this e-mail address exists.');
}
