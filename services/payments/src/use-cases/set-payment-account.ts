import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { redirectOriginProblem } from '../domain/redirect-url.ts';
import type { AccountRepository, PaymentAccount } from '../ports.ts';

export interface SetPaymentAccountDeps {
  readonly accounts: AccountRepository;
}

export async function setPaymentAccount(
  { accounts }: SetPaymentAccountDeps,
  { tenantId }: RequestContext,
  account: PaymentAccount,
): Promise<Result<PaymentAccount, Refusal<'validation_failed'>>> {
  const errors = account.redirectOrigins.flatMap((origin, index) => {
    const message = redirectOriginProblem(origin);
    return message === undefined ? [] : [{ pointer: `/redirectOrigins/${index}`, message }];
  });
  if (errors.length > 0)
    return refuse('validation_failed', 'Some redirect origins cannot be used.', { errors });
  await accounts.set(tenantId, account);
  return ok(account);
}
