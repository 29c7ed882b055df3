import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { originProblem } from '../domain/redirect-origin.ts';
import type { Accounts, PaymentAccount } from './ports.ts';

export function setPaymentAccount({ accounts }: { readonly accounts: Accounts }) {
  return async (
    tenantId: string,
    account: PaymentAccount,
  ): Promise<Result<PaymentAccount, { code: 'validation_failed'; detail: string }>> => {
    const errors = account.redirectOrigins.flatMap((origin, index) => {
      const message = originProblem(origin);
      return message === undefined ? [] : [{ pointer: `/redirectOrigins/${index}`, message }];
    });
    if (errors.length > 0)
      return refuse('validation_failed', 'Some redirect origins cannot be used.', { errors });
    await accounts.set(tenantId, account);
    return ok(account);
  };
}
