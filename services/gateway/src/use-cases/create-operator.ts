import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Operator } from '../domain/operator.ts';
import type { OperatorRepository, PasswordHasher } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';

export interface CreateOperatorDeps extends FindTenantDeps {
  readonly operators: Pick<OperatorRepository, 'add'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly newId: NewId;
  readonly clock: Clock;
}

export interface NewOperator {
  readonly email: string;
  readonly password: string;
}

export async function createOperator(
  deps: CreateOperatorDeps,
  ctx: RequestContext,
  { email, password }: NewOperator,
): Promise<Result<Operator, TenantNotFound | Refusal<'operator_exists'>>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const passwordHash = await deps.passwords.hash(password);
  const createdAt = deps.clock.now().round('millisecond');
  const operator = { id: deps.newId(), tenantId: tenant.value.id, email, createdAt };
  if (await deps.operators.add(operator, passwordHash)) return ok(operator);
  return refuse('operator_exists', 'An operator with this e-mail address exists.');
}
