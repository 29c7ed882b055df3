import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { removedFields } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorEntry } from '../../ports/operators.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';

export type OperatorNotFound = Refusal<'operator_not_found'>;

export type RemoveOperatorDeps = Pick<GatewayDeps, 'tenants' | 'operators' | 'clock' | 'newId'>;

export async function removeOperator(
  deps: RemoveOperatorDeps,
  ctx: AdminContext,
  { operatorId }: { readonly operatorId: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const entryOf: OperatorEntry = ({ email, endedSessions }) =>
    auditEntry(deps, ctx.source, {
      tenantId: tenant.value.id,
      action: 'operator.removed',
      target: { kind: 'operator', id: operatorId },
      changes: removedFields({ email, sessions: endedSessions }),
    });
  return (await deps.operators.remove(tenant.value.id, operatorId, entryOf))
    ? ok(undefined)
    : operatorNotFound();
}

export function operatorNotFound() {
  return refuse('operator_not_found', 'The tenant has no such operator.');
}
