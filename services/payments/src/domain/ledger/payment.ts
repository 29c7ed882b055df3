import type { Requester } from './requester.ts';

/** States in which the guest can still pay. */
export type OpenState = 'requires_payment' | 'requires_action' | 'processing';
/** The published states of a payment. */
export type PaymentState = OpenState | 'succeeded' | 'refunded' | 'failed';

/** The purpose of a payment. */
export type PaymentPurpose = 'stay' | 'deposit' | 'balance' | 'change' | 'penalty';

export type StayPurpose = Extract<PaymentPurpose, 'stay' | 'deposit'>;

export type PaymentKind = 'intent' | 'checkout_session';

/** Return addresses of a Checkout Session, after a payment and after its cancellation; and what its page says is sold. */
export interface RedirectUrls {
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly productName?: string | undefined;
}

/** The right to call the provider for one row. Until it is released or expires, other callers wait. */
export interface Lease {
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/** Stored before the provider is called, so that a repeated call sends the same request under the same key. */
export interface RequestedPayment {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly purpose: PaymentPurpose;
  /** 1 for the first attempt of a reservation. */
  readonly attempt: number;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly livemode: boolean;
  /** The connected account on which the payment is made. */
  readonly accountId: string;
  readonly providerIdempotencyKey: string;
  /** Null for an intent. */
  readonly redirectUrls: RedirectUrls | null;
  /** The end of the hold. */
  readonly expiresAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  /** The party that opened it. */
  readonly requestedBy?: Requester | null;
  /** The change of the stay that waits for it. Null, or absent, for every other payment. */
  readonly changeId?: string | null;
  readonly version: number;
}

/** The provider's response is not known: the intent or session may or may not exist. */
export interface CreatingPayment extends RequestedPayment {
  readonly state: 'creating';
  readonly lease: Lease | null;
}

/** Exists at the provider, as an intent or as a Checkout Session, which creates its intent when the guest first pays. */
export interface CreatedPayment extends RequestedPayment {
  readonly state: PaymentState;
  readonly intentId: string | null;
  readonly sessionId: string | null;
  /**
   * The client secret of an intent or the URL of a session, sealed. Null where a notification arrived before the
   * response that carries it: then it is read from the provider.
   */
  readonly sealedSecret: string | null;
  /** The provider's time of the newest snapshot that was applied. */
  readonly asOf: Temporal.Instant;
  /** When the ledger first had it as paid. Null, or absent, where it is not stored as paid. */
  readonly landedAt?: Temporal.Instant | null;
  /** Identifies the last declined charge, so that it is published once. */
  readonly lastFailure: string | null;
  /** The declined charges, oldest first, of a payment for a hold. */
  readonly declinedCharges: readonly string[];
}

export type PaymentWithIntent = CreatedPayment & { readonly intentId: string };

/** The provider refused to create it: nothing exists there. */
export interface RefusedPayment extends RequestedPayment {
  readonly state: 'refused';
}

/** One attempt to pay for a reservation. */
export type Payment = CreatingPayment | CreatedPayment | RefusedPayment;

/** The payment once the provider is known to have it. */
export function toCreated(
  payment: CreatingPayment,
  created: Pick<CreatedPayment, 'intentId' | 'sessionId' | 'asOf'>,
): CreatedPayment {
  const { lease: _lease, ...requested } = payment;
  return {
    ...requested,
    ...created,
    state: 'requires_payment',
    sealedSecret: null,
    lastFailure: null,
    declinedCharges: [],
  };
}

export function isCreated(payment: Payment): payment is CreatedPayment {
  return payment.state !== 'creating' && payment.state !== 'refused';
}

export function hasIntent(payment: Payment): payment is PaymentWithIntent {
  return isCreated(payment) && payment.intentId !== null;
}

export type OpenPayment = CreatedPayment & { readonly state: OpenState };

export function isOpen(payment: Payment): payment is OpenPayment {
  return (
    payment.state === 'requires_payment' ||
    payment.state === 'requires_action' ||
    payment.state === 'processing'
  );
}

export type LivePayment = CreatingPayment | OpenPayment;

/** Money can still move through a live payment, as far as is known. */
export function isLive(payment: Payment): payment is LivePayment {
  return payment.state === 'creating' || isOpen(payment);
}

export type PaidPayment = PaymentWithIntent & { readonly state: 'succeeded' | 'refunded' };

/** True also after all of the money was refunded. */
export function isPaid(payment: Payment): payment is PaidPayment {
  return hasIntent(payment) && (payment.state === 'succeeded' || payment.state === 'refunded');
}

export function isLeased(lease: Lease | null, now: Temporal.Instant): boolean {
  return lease !== null && Temporal.Instant.compare(lease.until, now) > 0;
}

/** The state as the contract publishes it. */
export function publicState(payment: Payment): PaymentState {
  if (payment.state === 'creating') return 'requires_payment';
  return payment.state === 'refused' ? 'failed' : payment.state;
}

/** Money of the other purposes never confirms a reservation. */
export function paysForStay({ purpose }: { readonly purpose: PaymentPurpose }): boolean {
  return purpose === 'stay' || purpose === 'deposit';
}
