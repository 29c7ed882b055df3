import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { canCharge } from './can-charge.ts';

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
