import type { IntentSnapshot } from '../attempts/apply-intent.ts';
import type { RefundSnapshot } from '../refunds/apply-refund.ts';
import type { SessionSnapshot } from '../attempts/apply-session.ts';

/** Our ids, from the metadata of an object of the provider. Null where it carries none. */
export interface References {
  readonly tenantId: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly reservationId: string | null;
}

interface WithReferences {
  readonly references: References;
}

/** Account and time are those of the notification. */
type Outer = 'accountId' | 'asOf';

export interface IntentSubject extends Omit<IntentSnapshot, Outer>, WithReferences {
  readonly kind: 'intent';
}

/** A session that is not ours may have no amount. */
export interface SessionSubject
  extends Omit<SessionSnapshot, Outer | 'amountMinorUnits' | 'currency'>, WithReferences {
  readonly kind: 'session';
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
}

export interface RefundSubject extends Omit<RefundSnapshot, 'refundId'>, WithReferences {
  readonly kind: 'refund';
  readonly intentId: string;
}

/** A charge that was refunded in part or in full. It does not list its refunds. */
export interface RefundedChargeSubject extends WithReferences {
  readonly kind: 'refunded-charge';
  readonly intentId: string;
  readonly refundedMinorUnits: bigint;
}

export type PaymentSubject = IntentSubject | SessionSubject | RefundSubject | RefundedChargeSubject;

/** The object of an event, reduced to what is acted on: no client secret, no card holder. */
export type Subject =
  | PaymentSubject
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** An event of the provider, as it arrived at the webhook endpoint. */
export interface Notification {
  readonly providerEventId: string;
  readonly type: string;
  /** The connected account. Null for an event of the platform account. */
  readonly accountId: string | null;
  readonly livemode: boolean | null;
  readonly apiVersion: string | null;
  readonly createdAt: Temporal.Instant;
  readonly subject: Subject;
}

/** True if nothing is to be done for it, which follows from its type alone. */
export function isUnneeded({ subject }: Notification): boolean {
  return subject.kind === 'unneeded';
}

/** Parked: quarantined, and kept for an operator. Later: retried with backoff. */
export type NotificationOutcome =
  | { readonly state: 'applied' }
  | { readonly state: 'ignored' | 'parked' | 'later'; readonly reason: string };
