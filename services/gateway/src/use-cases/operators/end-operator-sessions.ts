import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorEntry } from '../../ports/operators.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export type EndOperatorSessionsDeps = Pick<GatewayDeps, 'tenants' | 'operators' | 'clock' | 'newId'>;

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
