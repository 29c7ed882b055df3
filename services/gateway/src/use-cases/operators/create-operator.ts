import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { createdFields, HIDDEN } from '../../domain/audit/audit.ts';
import type { OperatorRole } from '../../domain/operators/operator-role.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';

export type CreateOperatorDeps = Pick<GatewayDeps, 'tenants' | 'operators' | 'passwords' | 'clock' | 'newId'>;

export interface NewOperator {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly role: OperatorRole;
}

export async function createOperator(
  deps: CreateOperatorDeps,
  ctx: AdminContext,
  { email, password, name, role }: NewOperator,
): Promise<Result<Operator, TenantNotFound | Refusal<'operator_exists'>>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const passwordHash = await deps.passwords.hash(password);
  const createdAt = deps.clock.now().round('millisecond');
  const operator = {
    id: deps.newId(),
    tenantId: tenant.value.id,
    email,
    name: name ?? null,
    role,
    createdAt,
  };
  const entry = auditEntry(deps, ctx.source, {
    tenantId: tenant.value.id,
    action: 'operator.created',
    target: { kind: 'operator', id: operator.id },
    changes: createdFields({ email, name: operator.name, role, password: HIDDEN }),
  });
  if (await deps.operators.add(operator, passwordHash, entry)) return ok(operator);
  return refuse('operator_exists', 'An operator with this e-mail address exists.');
}
