import type { Clock } from '@lodging/kernel';
import Stripe from 'stripe';
import type { ProviderAccount, ProviderClient, ProviderRefusal } from '../../ports/provider.ts';
import { isAccountError, isDefiniteRefusal } from './errors.ts';
import { orUnavailable } from './requests.ts';
import type { StripeClients } from './sdk-clients.ts';

/** A booking waits for this check and continues without its result. */
const CHECK_OPTIONS = { timeout: 2_000, maxNetworkRetries: 0 };
const CACHE_TTL = { seconds: 60 };
const MAX_CACHED = 10_000;

export type AccountCalls = Pick<ProviderClient, 'canCharge'>;

export function accountCalls(clients: StripeClients, clock: Clock): AccountCalls {
  const cachedUntil = new Map<string, Temporal.Instant>();
  return {
    async canCharge(account) {
      const key = `${account.accountId} ${account.livemode}`;
      const now = clock.now();
      const until = cachedUntil.get(key);
      if (until !== undefined && Temporal.Instant.compare(now, until) < 0) return true;
      const isAble = await readChargesEnabled(clients(account.livemode), account);
      if (cachedUntil.size >= MAX_CACHED) cachedUntil.clear();
      // `false` is not cached, so that an account can be charged as soon as it is repaired.
      if (isAble) cachedUntil.set(key, now.add(CACHE_TTL));
      else cachedUntil.delete(key);
      return isAble;
    },
  };
}

/** False also for an account that does not exist or that is no longer connected to the platform. */
async function readChargesEnabled(stripe: Stripe, { accountId }: ProviderAccount): Promise<boolean> {
  try {
    const account = await orUnavailable(() => stripe.accounts.retrieve(accountId, {}, CHECK_OPTIONS));
    return account.charges_enabled;
  } catch (error) {
    // A wrong key of the platform says nothing about the account.
    if (error instanceof Stripe.errors.StripeAuthenticationError || !isDefiniteRefusal(error)) throw error;
    return false;
  }
}

/** The error for an account that cannot charge has no code, so the account is read. */
export async function classifyRefusal(
  stripe: Stripe,
  { accountId }: ProviderAccount,
  error: Stripe.errors.StripeError,
): Promise<[ProviderRefusal['code'], string]> {
  if (isAccountError(error)) return ['account_cannot_charge', error.message];
  const account = await stripe.accounts.retrieve(accountId).catch(() => undefined);
  return [account?.charges_enabled === false ? 'account_cannot_charge' : 'provider_refused', error.message];
}
