import type { PaymentAccountBody, PaymentAccountResponse } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { changedFields } from '../../domain/audit/audit.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { auditedCall } from '../audit/audited-call.ts';
import { contextForMode } from './find-tenant.ts';
import { accountActionOf, currentFields } from './payment-account-fields.ts';
import type { ChangePaymentAccountDeps } from './payment-account-fields.ts';

export async function setPaymentAccount(
  deps: ChangePaymentAccountDeps,
  ctx: AdminContext,
  { mode, ...account }: PaymentAccountBody,
): Promise<Result<PaymentAccountResponse, Refusal<string>>> {
  const inMode = await contextForMode(deps, ctx, mode);
  if (!inMode.ok) return inMode;
  const before = await currentFields(deps, inMode.value);
  const { provider, accountId, redirectOrigins = before['redirectOrigins'] ?? [] } = account;
  const after = { provider, accountId, redirectOrigins };
  const set = await auditedCall(
    deps,
    ctx.source,
    accountActionOf(ctx, 'payment_account.set', mode, changedFields(before, after)),
    { call: () => deps.payments.setPaymentAccount(inMode.value, account) },
  );
  return set.ok ? ok({ mode, ...set.value }) : set;
}
