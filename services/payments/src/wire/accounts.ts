import type { readPaymentAccount } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { PaymentAccount } from '../ports/accounts.ts';

export function accountToWire({
  accountId,
  redirectOrigins,
}: PaymentAccount): ResponseOf<typeof readPaymentAccount> {
  return { provider: 'stripe', accountId, redirectOrigins: [...redirectOrigins] };
}
