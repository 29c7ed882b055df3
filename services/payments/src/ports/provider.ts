import type { Refusal, Result } from '@lodging/kernel';
import type { IntentSnapshot } from '../domain/attempts/apply-intent.ts';
import type { SessionSnapshot } from '../domain/attempts/apply-session.ts';
import type { RedirectUrls } from '../domain/ledger/payment.ts';
import type { Notification, References } from '../domain/notifications/notification.ts';
import type { RefundSnapshot } from '../domain/refunds/apply-refund.ts';
import type { RefundReason } from '../domain/ledger/refund.ts';
import type { PaymentReference } from './ledger.ts';

/** The work of the timers, across tenants. A leased row is not due again for the interval that is passed. */
export interface DueWorkRepository {
  /** Live payments that did not change for so long. */
  takeDuePayments(afterSeconds: number, limit: number): Promise<DuePayment[]>;
  /** Pending refunds, and each hour refunds that the provider refused although they are owed. */
  takeDueRefunds(afterSeconds: number, limit: number): Promise<DueRefund[]>;
  /** Refunds of settlements that were not sent for some seconds. */
  takeUnsentReturns(limit: number): Promise<DueRefund[]>;
  /** Accounts whose refunds were not listed for so long. */
  takeDueAccounts(afterSeconds: number, limit: number): Promise<TenantAccount[]>;
  /** The refunds that belong to a payment of the tenant and differ from the recorded ones. */
  findUnrecordedRefunds(
    tenantId: string,
    refunds: readonly AccountRefund[],
  ): Promise<(AccountRefund & PaymentReference)[]>;
  /** The given payments of a tenant that have no row. */
  findUnknownPayments(tenantId: string, paymentIds: readonly string[]): Promise<string[]>;
}

export interface DuePayment extends PaymentReference {
  readonly livemode: boolean;
}

export interface DueRefund extends PaymentReference {
  readonly refundId: string;
  readonly reason: RefundReason;
}

export interface TenantAccount extends ProviderAccount {
  readonly tenantId: string;
}

// Payment provider

/** A connected account, in live mode or in the sandbox. */
export interface ProviderAccount {
  readonly accountId: string;
  readonly livemode: boolean;
}

export interface IntentParams {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly paymentId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly idempotencyKey: string;
}

export interface SessionParams extends IntentParams {
  readonly redirectUrls: RedirectUrls;
  readonly expiresAt: Temporal.Instant;
}

export interface RefundParams extends IntentParams {
  readonly refundId: string;
  readonly intentId: string;
}

export interface ProviderIntent {
  readonly kind: 'intent';
  readonly snapshot: IntentSnapshot;
  readonly clientSecret: string | null;
}

export interface ProviderSession {
  readonly kind: 'session';
  readonly snapshot: SessionSnapshot;
  /** Null once the session is complete or expired. */
  readonly url: string | null;
}

export type ProviderAnswer = ProviderIntent | ProviderSession;

/** A refund on a connected account, of this product or of any other origin. */
export interface AccountRefund {
  readonly snapshot: RefundSnapshot;
  readonly intentId: string;
}

export type ProviderRefusal = Refusal<'account_cannot_charge' | 'provider_refused'>;

/** The provider did not answer, or not in a known way: the requested change may or may not have happened. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  /** The provider cannot be reached, or fails; otherwise it answered something that is of no use yet. */
  readonly isOutage: boolean;

  constructor(message: string, { isOutage = false, ...options }: Unavailability = {}) {
    super(message, options);
    this.isOutage = isOutage;
  }
}

interface Unavailability extends ErrorOptions {
  readonly isOutage?: boolean;
}

/** All methods throw ProviderUnavailable where the outcome is unknown. A refusal is definite: nothing was changed. */
export interface ProviderClient {
  createIntent(
    account: ProviderAccount,
    params: IntentParams,
  ): Promise<Result<ProviderIntent, ProviderRefusal>>;
  readIntent(account: ProviderAccount, intentId: string): Promise<ProviderIntent>;
  /** Searches the intents created since then for the one with our payment id in its metadata. */
  findIntent(
    account: ProviderAccount,
    paymentId: string,
    since: Temporal.Instant,
  ): Promise<ProviderIntent | undefined>;
  /** The intent afterwards; one that can no longer be cancelled is returned as it is. */
  cancelIntent(account: ProviderAccount, intentId: string): Promise<ProviderIntent>;
  createSession(
    account: ProviderAccount,
    params: SessionParams,
  ): Promise<Result<ProviderSession, ProviderRefusal>>;
  readSession(account: ProviderAccount, sessionId: string): Promise<ProviderSession>;
  findSession(
    account: ProviderAccount,
    paymentId: string,
    since: Temporal.Instant,
  ): Promise<ProviderSession | undefined>;
  /** The session afterwards; one that can no longer be expired is returned as it is. */
  expireSession(account: ProviderAccount, sessionId: string): Promise<ProviderSession>;
  createRefund(
    account: ProviderAccount,
    params: RefundParams,
  ): Promise<Result<RefundSnapshot, ProviderRefusal>>;
  listRefunds(account: ProviderAccount, intentId: string): Promise<RefundSnapshot[]>;
  listAccountRefunds(account: ProviderAccount, since: Temporal.Instant): Promise<AccountRefund[]>;
  /** Intents that were made since then, are paid and not refunded in full, and carry the id of a payment of ours. */
  listPaidIntents(account: ProviderAccount, since: Temporal.Instant): Promise<PaidIntent[]>;
  /** True if the account can take payments. `true` is cached for 60 seconds, `false` is not. */
  canCharge(account: ProviderAccount): Promise<boolean>;
}

/** Reads of payments from the provider that this process has made or is making. */
export interface ProviderReads<Answer> {
  /**
   * Runs `read`, or waits for the read in progress, which fails for all callers. Undefined where a read that began less
   * than two seconds ago has ended: its answer is recorded.
   */
  share(paymentId: string, read: () => Promise<Answer>): Promise<Answer | undefined>;
}

export interface PaidIntent {
  readonly snapshot: IntentSnapshot;
  readonly references: References & { readonly paymentId: string };
  readonly createdAt: Temporal.Instant;
}

/** Seals client secrets and the URLs of Checkout Sessions at rest, bound to tenant and payment. */
export interface SecretVault {
  seal(tenantId: string, paymentId: string, secret: string): string;
  /** Undefined where it was sealed with another key. */
  open(tenantId: string, paymentId: string, sealed: string): string | undefined;
}

export interface LostPaymentRepository {
  list(): Promise<LostPaymentFound[]>;
}

/** Parked by the sweep of an account. */
export interface LostPaymentFound {
  readonly intentId: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly tenantId: string;
  readonly paymentId: string;
  readonly reservationId: string | null;
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly paidAt: string;
  readonly foundAt: Temporal.Instant;
}

// Operators

/** Log entries, and their metrics, that an operator should see. */
export interface Alerts {
  notificationParked(notification: Notification, reason: string): void;
  notificationFailed(notification: Notification, error: unknown): void;
  reconcileFailed(payment: PaymentReference, error: unknown): void;
  refundRefused(refusal: RefusedRefund): void;
  /** Once a tenant and hour: more automatic refunds than usual; and that further ones wait. */
  manyAutomaticRefunds(tenant: { readonly tenantId: string; readonly sent: number }): void;
  automaticRefundsStopped(tenant: { readonly tenantId: string; readonly sent: number }): void;
  sweepFailed(account: TenantAccount, error: unknown): void;
}

export interface RefusedRefund {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly refundId: string;
  readonly detail: string;
  /** An automatic refund: the money is still owed to the guest. */
  readonly owed: boolean;
}

/** The caller does not wait longer for the provider; the call continues. */
export class ResponseTimeout extends Error {
  override readonly name = 'ResponseTimeout';
}
