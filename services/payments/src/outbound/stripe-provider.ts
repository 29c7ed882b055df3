import type { Clock } from '@lodging/kernel';
import type { Provider } from '../use-cases/ports.ts';
import { canCharge } from './stripe-accounts.ts';
import type { StripeClientOf } from './stripe-clients.ts';
import { intentCalls } from './stripe-intents.ts';
import { refundCalls } from './stripe-refunds.ts';
import { sessionCalls } from './stripe-sessions.ts';

export function stripeProvider(clientOf: StripeClientOf, clock: Clock): Provider {
  return {
    ...intentCalls(clientOf, clock),
    ...sessionCalls(clientOf, clock),
    ...refundCalls(clientOf),
    canCharge: (purse) => canCharge(clientOf(purse.livemode), purse),
  };
}
