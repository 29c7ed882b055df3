import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { redirectOriginProblem } from '../../domain/attempts/redirect-url.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { NewPaymentAccount, PaymentAccount } from '../../ports/accounts.ts';

export type SetPaymentAccountDeps = Pick<PaymentsDeps, 'accounts'>;

export async function setPaymentAccount(
  { accounts }: SetPaymentAccountDeps,
  { tenantId, livemode }: RequestContext,
  account: NewPaymentAccount,
): Promise<Result<PaymentAccount, Refusal<'validation_failed'>>> {
  const errors = (account.redirectOrigins ?? []).flatMap((origin, index) => {
    const message = redirectOriginProblem(origin, livemode);
    return message === undefined ? [] : [{ pointer: `/redirectOrigins/${index}`, message }];
  });
  if (errors.length > 0)
    return refuse('validation_failed', 'Some redirect origins cannot be used.', { errors });
  return ok(await accounts.set(tenantId, account));
}
