import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { createdFields, HIDDEN } from '../domain/audit.ts';
import type { Operator } from '../domain/operator.ts';
import type { OperatorRepository, PasswordHasher } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';

export interface CreateOperatorDeps extends FindTenantDeps, AuditDeps {
  readonly operators: Pick<OperatorRepository, 'add'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
}

export interface NewOperator {
  readonly email: string;
  readonly password: string;
}

export async function createOperator(
  deps: CreateOperatorDeps,
  ctx: AdminContext,
  { email, password }: NewOperator,
): Promise<Result<Operator, TenantNotFound | Refusal<'operator_exists'>>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const passwordHash = await deps.passwords.hash(password);
  const createdAt = deps.clock.now().round('millisecond');
  const operator = { id: deps.newId(), tenantId: tenant.value.id, email, createdAt };
  const entry = auditEntry(deps, ctx.source, {
    tenantId: tenant.value.id,
    action: 'operator.created',
    target: { kind: 'operator', id: operator.id },
    changes: createdFields({ email, password: HIDDEN }),
  });
  if (await deps.operators.add(operator, passwordHash, entry)) return ok(operator);
  return refuse('operator_exists', 'An operator with this e-mail address exists.');
}
