import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Accounts } from './ports.ts';

export function removePaymentAccount({ accounts }: { readonly accounts: Accounts }) {
  return async (
    tenantId: string,
  ): Promise<Result<{ removed: boolean }, { code: 'payment_account_not_found'; detail: string }>> => {
    const removed = await accounts.remove(tenantId);
    return removed
      ? ok({ removed })
      : refuse('payment_account_not_found', 'The tenant has no payment account.');
  };
}
