import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OperatorRepository } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';

export type OperatorNotFound = Refusal<'operator_not_found'>;

export interface RemoveOperatorDeps extends FindTenantDeps {
  readonly operators: Pick<OperatorRepository, 'remove'>;
}

export async function removeOperator(
  deps: RemoveOperatorDeps,
  ctx: RequestContext,
  { operatorId }: { readonly operatorId: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  return (await deps.operators.remove(tenant.value.id, operatorId)) ? ok(undefined) : operatorNotFound();
}

export function operatorNotFound() {
  return refuse('operator_not_found', 'The tenant has no such operator.');
}
