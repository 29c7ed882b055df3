import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OperatorRepository, PasswordHasher } from '../ports.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';
import { operatorNotFound } from './remove-operator.ts';
import type { OperatorNotFound } from './remove-operator.ts';

export interface SetOperatorPasswordDeps extends FindTenantDeps {
  readonly operators: Pick<OperatorRepository, 'setPassword'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
}

/** Ends all sessions of the operator, also where the password is the same. */
export async function setOperatorPassword(
  deps: SetOperatorPasswordDeps,
  ctx: RequestContext,
  { operatorId, password }: { readonly operatorId: string; readonly password: string },
): Promise<Result<undefined, TenantNotFound | OperatorNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const passwordHash = await deps.passwords.hash(password);
  const set = await deps.operators.setPassword(tenant.value.id, operatorId, passwordHash);
  return set ? ok(undefined) : operatorNotFound();
}
