import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { HIDDEN } from '../domain/audit.ts';
import type { OperatorEntry, OperatorRepository, PasswordHasher } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export interface SetOperatorPasswordDeps extends FindTenantDeps, AuditDeps {
  readonly operators: Pick<OperatorRepository, 'setPassword'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
}

/** Ends all sessions of the operator, also where the password is the same. */
export async function setOperatorPassword(
  deps: SetOperatorPasswordDeps,
  ctx: AdminContext,
  { operatorId, password }: { readonly operatorId: string; readonly password: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const entryOf: OperatorEntry = ({ endedSessions }) =>
    auditEntry(deps, ctx.source, {
      tenantId: tenant.value.id,
      action: 'operator.password_set',
      target: { kind: 'operator', id: operatorId },
      changes: [
        { field: 'password', before: HIDDEN, after: HIDDEN },
        { field: 'sessions', before: endedSessions, after: 0 },
      ],
    });
  const passwordHash = await deps.passwords.hash(password);
  const set = await deps.operators.setPassword(tenant.value.id, operatorId, { passwordHash, entryOf });
  return set ? ok(undefined) : operatorNotFound();
}
