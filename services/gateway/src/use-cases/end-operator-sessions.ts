import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { OperatorEntry, OperatorRepository } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export interface EndOperatorSessionsDeps extends FindTenantDeps, AuditDeps {
  readonly operators: Pick<OperatorRepository, 'endSessions'>;
}

/** Live and sandbox. */
export async function endOperatorSessions(
  deps: EndOperatorSessionsDeps,
  ctx: AdminContext,
  { operatorId }: { readonly operatorId: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const entryOf: OperatorEntry = ({ endedSessions }) =>
    auditEntry(deps, ctx.source, {
      tenantId: tenant.value.id,
      action: 'operator.signed_out',
      target: { kind: 'operator', id: operatorId },
      changes: [{ field: 'sessions', before: endedSessions, after: 0 }],
    });
  const ended = await deps.operators.endSessions(tenant.value.id, operatorId, entryOf);
  return ended ? ok(undefined) : operatorNotFound();
}
