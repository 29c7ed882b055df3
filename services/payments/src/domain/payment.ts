/** Where the guest can still move money. */
export type OpenState = 'requires_payment' | 'requires_action' | 'processing';
export type PlacedState = OpenState | 'succeeded' | 'refunded' | 'failed';

export type PaymentKind = 'intent' | 'checkout_session';

/** Where the provider's page sends a guest who paid, and one who turned back. */
export interface ReturnAddresses {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Who is asking the provider right now, and until when others leave it to him. */
export interface Lease {
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/** What is fixed before the provider hears of it, so that asking twice is the same request. */
export interface Terms {
  readonly id: string;
  readonly kind: PaymentKind;
  /** 1 for the first attempt of a reservation. */
  readonly attempt: number;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly livemode: boolean;
  readonly accountId: string;
  readonly providerKey: string;
  /** Null for an intent, which has no page. */
  readonly returnTo: ReturnAddresses | null;
  readonly expiresAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly version: number;
}

/** Written down, but the provider's answer is not known: what was asked for may or may not exist. */
export interface Opening extends Terms {
  readonly state: 'creating';
  readonly lease: Lease | null;
}

/** The provider has it: as an intent, or as a page of its own that begins one with the first try at paying. */
export interface Placed extends Terms {
  readonly state: PlacedState;
  readonly intentId: string | null;
  readonly sessionId: string | null;
  /**
   * An intent's client secret or a page's address. Null where it was heard of before its secret was: then the provider
   * is asked for it.
   */
  readonly sealedSecret: string | null;
  /** The provider's time of the newest thing known about it. */
  readonly asOf: Temporal.Instant;
  /** What names the last declined try, so that it is told once. */
  readonly lastFailure: string | null;
}

export type WithIntent = Placed & { readonly intentId: string };

/** The provider would not have it: nothing exists there and nothing will. */
export interface Refused extends Terms {
  readonly state: 'refused';
}

export type Payment = Opening | Placed | Refused;

export function isPlaced(payment: Payment): payment is Placed {
  return payment.state !== 'creating' && payment.state !== 'refused';
}

export function hasIntent(payment: Payment): payment is WithIntent {
  return isPlaced(payment) && payment.intentId !== null;
}

export function isOpen(payment: Payment): payment is Placed & { readonly state: OpenState } {
  return (
    payment.state === 'requires_payment' ||
    payment.state === 'requires_action' ||
    payment.state === 'processing'
  );
}

/** Live: money may still move through it, as far as is known. */
export function isLive(payment: Payment): payment is Opening | (Placed & { readonly state: OpenState }) {
  return payment.state === 'creating' || isOpen(payment);
}

export type Paid = WithIntent & { readonly state: 'succeeded' | 'refunded' };

/** Money came in, whether or not it went back since. */
export function isPaid(payment: Payment): payment is Paid {
  return hasIntent(payment) && (payment.state === 'succeeded' || payment.state === 'refunded');
}

export function isLeased(lease: Lease | null, now: Temporal.Instant): boolean {
  return lease !== null && Temporal.Instant.compare(lease.until, now) > 0;
}

/** The state as the world outside knows it. */
export function publicState(payment: Payment): PlacedState {
  if (payment.state === 'creating') return 'requires_payment';
  return payment.state === 'refused' ? 'failed' : payment.state;
}
