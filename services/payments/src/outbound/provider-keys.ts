import type { Clock } from '@lodging/kernel';
import Stripe from 'stripe';
import type { StripeClientOf } from './stripe-clients.ts';

const GOOD_FOR = { minutes: 1 };
const QUICKLY = { timeout: 2_000, maxNetworkRetries: 0 };

export interface ProviderKeys {
  /** Throws unless the key of the mode is taken. */
  check(livemode: boolean): Promise<void>;
}

export function providerKeys(clientOf: StripeClientOf, clock: Clock): ProviderKeys {
  const answers = new Map<boolean, { readonly until: Temporal.Instant; readonly failure: string | null }>();
  return {
    async check(livemode) {
      const now = clock.now();
      let answer = answers.get(livemode);
      if (answer === undefined || Temporal.Instant.compare(now, answer.until) >= 0) {
        answer = { until: now.add(GOOD_FOR), failure: await failureOf(clientOf(livemode)) };
        answers.set(livemode, answer);
      }
      if (answer.failure !== null) throw new Error(answer.failure);
    },
  };
}

/** In our own words: those of the provider show a part of the key. */
async function failureOf(stripe: Stripe): Promise<string | null> {
  try {
    await stripe.accounts.retrieveCurrent({}, QUICKLY);
    return null;
  } catch (error) {
    // A restricted key that may do less than this is taken all the same.
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    if (error instanceof Stripe.errors.StripeAuthenticationError) return 'the provider does not take the key';
    return 'the provider does not answer';
  }
}
