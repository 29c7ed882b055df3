import type { IntentStatus } from './apply-intent.ts';
import type { RefundStatus } from './apply-refund.ts';
import type { SessionStatus } from './apply-session.ts';

/** Our ids, from the metadata of an object of the provider. Null where it carries none. */
export interface References {
  readonly tenantId: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
}

export interface IntentSubject {
  readonly kind: 'intent';
  readonly intentId: string;
  readonly status: IntentStatus;
  readonly amountMinorUnits: bigint;
  readonly receivedMinorUnits: bigint | null;
  readonly currency: string;
  readonly livemode: boolean;
  /** Identifies a declined charge. */
  readonly failure: string | null;
  readonly references: References;
}

/** A session that is not ours may have no amount. */
export interface SessionSubject {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly intentId: string | null;
  readonly status: SessionStatus;
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
  readonly livemode: boolean;
  readonly references: References;
}

export interface RefundSubject {
  readonly kind: 'refund';
  readonly providerRefundId: string;
  readonly intentId: string;
  readonly status: RefundStatus;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly references: References;
}

/** A charge that was refunded in part or in full. It does not list its refunds. */
export interface RefundedChargeSubject {
  readonly kind: 'refunded-charge';
  readonly intentId: string;
  readonly refundedMinorUnits: bigint;
  readonly references: References;
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

/** Parked: quarantined, and kept for an operator. Later: retried with backoff. */
export type NotificationOutcome =
  | { readonly state: 'applied' }
  | { readonly state: 'ignored' | 'parked' | 'later'; readonly reason: string };
