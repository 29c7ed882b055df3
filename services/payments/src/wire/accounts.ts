import type { readOwnPaymentAccount, readPaymentAccount } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { OwnAccount, PaymentAccount } from '../ports/accounts.ts';

export function accountToWire({
  accountId,
  redirectOrigins,
}: PaymentAccount): ResponseOf<typeof readPaymentAccount> {
  return { provider: 'stripe', accountId, redirectOrigins: [...redirectOrigins] };
}

export function ownAccountToWire(account: OwnAccount): ResponseOf<typeof readOwnPaymentAccount> {
  return { ...accountToWire(account), canCharge: account.canCharge };
}
