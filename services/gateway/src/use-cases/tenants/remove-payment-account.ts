import type { Refusal, Result } from '@lodging/kernel';
import { changedFields } from '../../domain/audit/audit.ts';
import type { Mode } from '../../domain/keys/api-key.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { auditedCall } from '../audit/audited-call.ts';
import { contextForMode } from './find-tenant.ts';
import { accountActionOf, currentFields, fieldsOf } from './payment-account-fields.ts';
import type { ChangePaymentAccountDeps } from './payment-account-fields.ts';

export async function removePaymentAccount(
  deps: ChangePaymentAccountDeps,
  ctx: AdminContext,
  { mode }: { readonly mode: Mode },
): Promise<Result<unknown, Refusal<string>>> {
  const inMode = await contextForMode(deps, ctx, mode);
  if (!inMode.ok) return inMode;
  const before = await currentFields(deps, inMode.value);
  const changes = changedFields(before, fieldsOf(undefined));
  return auditedCall(deps, ctx.source, accountActionOf(ctx, 'payment_account.removed', mode, changes), {
    call: () => deps.payments.removePaymentAccount(inMode.value),
  });
}
