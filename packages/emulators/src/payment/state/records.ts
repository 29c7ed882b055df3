import type Stripe from 'stripe';
import type { TestPayment } from '../objects/known-payments.ts';

export interface PaymentIntentRecord {
  readonly object: Stripe.PaymentIntent;
  readonly returnUrl: string | null;
  readonly checkoutSession: string | null;
}

export interface PaymentMethodRecord {
  readonly object: Stripe.PaymentMethod;
  /** The outcome of payments with it. */
  readonly behaves: TestPayment;
}

export interface ChargeRecord {
  readonly object: Stripe.Charge;
  readonly refundsBehave: TestPayment['refund'];
}

export interface RefundRecord {
  readonly object: Stripe.Refund;
  readonly livemode: boolean;
  /** The status it gets after `settleAfterMs`; null where it keeps its own. */
  readonly settlesAs: 'succeeded' | 'failed' | null;
}

export interface CheckoutSessionRecord {
  readonly object: Stripe.Checkout.Session;
  readonly lineItems: Stripe.LineItem[];
  readonly intent: { readonly metadata: Stripe.Metadata; readonly description: string | null };
}

export interface EventRecord {
  readonly object: Stripe.Event;
  /** The id of the object. */
  readonly about: string;
}

export interface AccountRecord {
  readonly object: { readonly id: string; readonly chargesEnabled: boolean };
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An Idempotency-Key of an account, with the answer to repeated requests. */
export interface KeyRecord {
  readonly object: { readonly id: string; readonly fingerprint: string; readonly endpoint: string };
  readonly requestId: string;
  readonly savedAtMs: number;
  readonly answer: Answer;
}

export interface Attempt {
  readonly at: string;
  /** The status of the receiver's answer; null without one. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly objectId: string;
  readonly account: string;
  readonly url: string;
  readonly state: 'pending' | 'held' | 'succeeded' | 'failed' | 'dropped';
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAtMs: number | null;
}

export interface DeliveryRecord {
  readonly object: Delivery;
}
