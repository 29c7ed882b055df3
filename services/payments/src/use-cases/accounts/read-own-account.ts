import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { accountNotFound } from '../../domain/accounts/account-not-found.ts';
import type { OwnAccount } from '../../ports/accounts.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { canCharge } from './can-charge.ts';

export type ReadOwnAccountDeps = Pick<PaymentsDeps, 'accounts' | 'provider'>;

/** The account of the tenant, and whether it can take payments now. */
export async function readOwnAccount(
  { accounts, provider }: ReadOwnAccountDeps,
  { tenantId, livemode }: RequestContext,
): Promise<Result<OwnAccount, Refusal<'payment_account_not_found'>>> {
  const account = await accounts.find(tenantId);
  if (account === undefined) return accountNotFound();
  const { accountId } = account;
  return ok({ ...account, canCharge: await canCharge(provider, { accountId, livemode }) });
}
