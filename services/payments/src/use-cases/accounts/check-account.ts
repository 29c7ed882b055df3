import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { ProviderAccount, ProviderClient } from '../../ports/provider.ts';

export type CheckAccountDeps = Pick<PaymentsDeps, 'accounts' | 'provider'>;

/** Checks that the tenant can take payments. */
export async function checkAccount(
  { accounts, provider }: CheckAccountDeps,
  { tenantId, livemode }: RequestContext,
): Promise<Result<{ canCharge: true }, Refusal<'provider_not_configured'>>> {
  const account = await accounts.find(tenantId);
  if (account === undefined) return refuse('provider_not_configured', 'The tenant has no payment account.');
  return (await canCharge(provider, { accountId: account.accountId, livemode }))
    ? ok({ canCharge: true })
    : refuse('provider_not_configured', 'The account of the tenant cannot take payments.');
}

/** A provider outage does not stop bookings: if the account cannot charge, opening the payment is refused. */
async function canCharge(provider: ProviderClient, account: ProviderAccount): Promise<boolean> {
  try {
    return await provider.canCharge(account);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}
