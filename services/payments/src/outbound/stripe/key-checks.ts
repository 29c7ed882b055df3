import type { Clock } from '@lodging/kernel';
import type { Checks } from '@lodging/kit-runtime';
import Stripe from 'stripe';
import type { StripeClients } from './sdk-clients.ts';

const CACHE_TTL = { minutes: 1 };
const CHECK_OPTIONS = { timeout: 2_000, maxNetworkRetries: 0 };

/** For the health report: each check throws unless Stripe accepts the secret key of its mode. Cached for a minute. */
export function createKeyChecks(clients: StripeClients, clock: Clock): Checks {
  return {
    'provider-live-key': createKeyCheck(clients(true), clock),
    'provider-test-key': createKeyCheck(clients(false), clock),
  };
}

function createKeyCheck(stripe: Stripe, clock: Clock): () => Promise<void> {
  let cached: { readonly until: Temporal.Instant; readonly failure: string | null } | undefined;
  return async () => {
    const now = clock.now();
    if (cached === undefined || Temporal.Instant.compare(now, cached.until) >= 0)
      cached = { until: now.add(CACHE_TTL), failure: await findFailure(stripe) };
    if (cached.failure !== null) throw new Error(cached.failure);
  };
}

/** The provider's own error text contains a part of the key, so it is not passed on. */
async function findFailure(stripe: Stripe): Promise<string | null> {
  try {
    await stripe.accounts.retrieveCurrent({}, CHECK_OPTIONS);
    return null;
  } catch (error) {
    // A restricted key without this permission is valid.
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return 'the provider does not accept the key';
    return 'the provider does not answer';
  }
}
