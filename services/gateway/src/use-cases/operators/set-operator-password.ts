import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { HIDDEN } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorEntry } from '../../ports/operators.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export type SetOperatorPasswordDeps = Pick<
  GatewayDeps,
  'tenants' | 'operators' | 'passwords' | 'clock' | 'newId'
>;

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
