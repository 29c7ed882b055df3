import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Accounts } from './ports.ts';

interface ShownAccount {
  provider: 'stripe';
  accountId: string;
  redirectOrigins: string[];
}

export function readPaymentAccount({ accounts }: { readonly accounts: Accounts }) {
  return async (tenantId: string): Promise<Result<ShownAccount, Refusal<'payment_account_not_found'>>> => {
    const account = await accounts.find(tenantId);
    if (account === undefined)
      return refuse('payment_account_not_found', 'The tenant has no payment account.');
    const { accountId, redirectOrigins } = account;
    return ok({ provider: 'stripe', accountId, redirectOrigins: [...redirectOrigins] });
  };
}
