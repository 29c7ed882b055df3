import type { IntentStatus } from './observe-intent.ts';
import type { RefundStatus } from './observe-refund.ts';
import type { SessionStatus } from './observe-session.ts';

/** The references that we gave an object when we made it. */
export interface OurReferences {
  readonly tenantId: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
}

export type Subject =
  | {
      readonly kind: 'intent';
      readonly intentId: string;
      readonly status: IntentStatus;
      /** Digits: JSON knows no bigint. */
      readonly amountMinorUnits: string;
      readonly receivedMinorUnits: string | null;
      readonly currency: string;
      readonly livemode: boolean;
      readonly failure: string | null;
      readonly references: OurReferences;
    }
  /** A checkout page; one of the tenant's own may have no amount. */
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      readonly intentId: string | null;
      readonly status: SessionStatus;
      readonly amountMinorUnits: string | null;
      readonly currency: string | null;
      readonly livemode: boolean;
      readonly references: OurReferences;
    }
  | {
      readonly kind: 'refund';
      readonly providerRefundId: string;
      readonly intentId: string;
      readonly status: RefundStatus;
      readonly amountMinorUnits: string;
      readonly currency: string;
      readonly references: OurReferences;
    }
  /** A charge of which money went back; which refunds, the provider has to say. */
  | {
      readonly kind: 'refunded-charge';
      readonly intentId: string;
      readonly refundedMinorUnits: string;
      readonly references: OurReferences;
    }
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface Notification {
  readonly providerEventId: string;
  readonly type: string;
  /** Null for an event of the platform itself. */
  readonly accountId: string | null;
  readonly livemode: boolean | null;
  readonly apiVersion: string | null;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly subject: Subject;
}

/** What becomes of a notification. Parked: kept for a person to look at, and not believed. */
export type Verdict =
  | { readonly state: 'applied' }
  | { readonly state: 'ignored' | 'parked' | 'later'; readonly reason: string };
