import type Stripe from 'stripe';
import type { TestPayment } from '../objects/known-payments.ts';

export interface PaymentIntentRecord {
  readonly object: Stripe.PaymentIntent;
  readonly returnUrl: string | null;
  readonly checkoutSession: string | null;
}

export interface PaymentMethodRecord {
  readonly object: Stripe.PaymentMethod;
  /** How a payment with it goes. */
  readonly behaves: TestPayment;
}

export interface ChargeRecord {
  readonly object: Stripe.Charge;
  readonly refundsBehave: TestPayment['refund'];
}

export interface RefundRecord {
  readonly object: Stripe.Refund;
  readonly livemode: boolean;
  /** What becomes of it by itself a little later; null when it stays as it is. */
  readonly settlesAs: 'succeeded' | 'failed' | null;
}

export interface CheckoutSessionRecord {
  readonly object: Stripe.Checkout.Session;
  readonly lineItems: Stripe.LineItem[];
  readonly intent: { readonly metadata: Stripe.Metadata; readonly description: string | null };
}

export interface EventRecord {
  readonly object: Stripe.Event;
  /** The object's id, for whoever looks for "the events of this payment". */
  readonly about: string;
}

export interface AccountRecord {
  readonly object: { readonly id: string; readonly chargesEnabled: boolean };
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One Idempotency-Key of one account, with the answer every repeat gets. */
export interface KeyRecord {
  readonly object: { readonly id: string; readonly fingerprint: string; readonly endpoint: string };
  readonly requestId: string;
  readonly savedAtMs: number;
  readonly answer: Answer;
}

export interface Attempt {
  readonly at: string;
  /** The receiver's status, or null where none came. */
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
