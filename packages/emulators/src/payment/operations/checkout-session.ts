import type Stripe from 'stripe';
import { invalidRequest } from '../protocol/api-error.ts';
import type { Provider } from '../provider.ts';
import { expireSession } from '../transitions/end-session.ts';
import { sessionOf } from './find-record.ts';
import type { Call } from './operation.ts';

export function retrieveCheckoutSession(provider: Provider, call: Call): Stripe.Checkout.Session {
  return sessionOf(provider, call, call.id).object;
}

export function expireCheckoutSession(provider: Provider, call: Call): Stripe.Checkout.Session {
  const session = sessionOf(provider, call, call.id);
  if (session.object.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.object.status}.`,
    );
  }
  return expireSession(provider, call, session).object;
}
