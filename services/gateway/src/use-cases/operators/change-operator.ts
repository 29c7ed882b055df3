import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { changedOperator } from '../../domain/operators/operator.ts';
import type { Operator, OperatorChanges } from '../../domain/operators/operator.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { changeEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export type ChangeOperatorDeps = Pick<GatewayDeps, 'tenants' | 'operators' | 'clock' | 'newId'>;

/** Sessions go on: each of their requests finds the role of the moment. */
export async function changeOperator(
  deps: ChangeOperatorDeps,
  ctx: AdminContext,
  { operatorId, changes }: { readonly operatorId: string; readonly changes: OperatorChanges },
): Promise<Result<Operator, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const changed = await deps.operators.change(tenant.value.id, operatorId, (operator) => {
    const next = changedOperator(operator, changes);
    const target = { kind: 'operator', id: operatorId };
    const auditAction = { tenantId: tenant.value.id, action: 'operator.changed', target };
    const fieldsOf = ({ name, role }: Operator) => ({ name, role });
    return {
      next,
      entry: changeEntry(deps, ctx.source, auditAction, {
        before: fieldsOf(operator),
        after: fieldsOf(next),
      }),
    };
  });
  return changed === undefined ? operatorNotFound() : ok(changed);
}
