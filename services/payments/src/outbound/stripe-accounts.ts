import Stripe from 'stripe';
import type { ProviderRefusal, ProviderAccount } from '../use-cases/ports.ts';
import { answered } from './stripe-calls.ts';
import { blamesAccount, isDefiniteRefusal } from './stripe-errors.ts';

/** A booking waits for this, and goes on without an answer. */
const QUICKLY = { timeout: 2_000, maxNetworkRetries: 0 };

/** An account that is gone, or no longer ours to charge on, is refused to whoever asks for it. */
export async function canCharge(stripe: Stripe, { accountId }: ProviderAccount): Promise<boolean> {
  try {
    const account = await answered(() => stripe.accounts.retrieve(accountId, {}, QUICKLY));
    return account.charges_enabled;
  } catch (error) {
    // A key of ours that is wrong says nothing about the account.
    if (error instanceof Stripe.errors.StripeAuthenticationError || !isDefiniteRefusal(error)) throw error;
    return false;
  }
}

/** The provider's words for an account that cannot charge carry no code, so the account itself is asked. */
export async function whyRefused(
  stripe: Stripe,
  purse: ProviderAccount,
  error: Stripe.errors.StripeError,
): Promise<[ProviderRefusal['code'], string]> {
  if (blamesAccount(error)) return ['account_cannot_charge', error.message];
  const account = await stripe.accounts.retrieve(purse.accountId).catch(() => undefined);
  return [account?.charges_enabled === false ? 'account_cannot_charge' : 'provider_refused', error.message];
}
