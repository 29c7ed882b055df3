import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OperatorRepository } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export interface EndOperatorSessionsDeps extends FindTenantDeps {
  readonly operators: Pick<OperatorRepository, 'endSessions'>;
}

/** Live and sandbox. */
export async function endOperatorSessions(
  deps: EndOperatorSessionsDeps,
  ctx: RequestContext,
  { operatorId }: { readonly operatorId: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const ended = await deps.operators.endSessions(tenant.value.id, operatorId);
  return ended ? ok(undefined) : operatorNotFound();
}
