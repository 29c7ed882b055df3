import type { Refusal, Result } from '@lodging/kernel';
import type { IntentSnapshot } from './domain/apply-intent.ts';
import type { RefundSnapshot } from './domain/apply-refund.ts';
import type { SessionSnapshot } from './domain/apply-session.ts';
import type { BoundKey, Decision, Ledger } from './domain/ledger.ts';
import type { Notification, NotificationOutcome, References } from './domain/notification.ts';
import type { RedirectUrls } from './domain/payment.ts';
import type { RefundReason, RefundState } from './domain/refund.ts';

// Storage

export interface LedgerRepository {
  /** The same, for changes that a notification reports: the events that they publish name it. */
  reportedBy(notification: Notification): LedgerRepository;
  read(tenantId: string, reservationId: string): Promise<Ledger>;
  /** Decides under the row lock of the ledger and commits the changed ledger together with its events. */
  change<T>(tenantId: string, reservationId: string, decide: (ledger: Ledger) => Decision<T>): Promise<T>;
  /** As `change`, for a ledger that has a payment already. */
  changeOpened<T>(
    tenantId: string,
    reservationId: string,
    decide: (ledger: Ledger) => Decision<T>,
  ): Promise<T>;
  /** As `changeOpened`. A decision that `settles` marks the notification that reports it as applied, in the same commit. */
  changeReported<T>(
    reference: PaymentReference,
    decide: (ledger: Ledger) => Decision<T> & { readonly settles?: boolean },
  ): Promise<T>;
  /** As `change`, for the opening of a payment under an Idempotency-Key. */
  changeWithKey<T>(
    tenantId: string,
    reservationId: string,
    key: KeyOfSpace,
    decide: (ledger: Ledger, opening: Opening) => Decision<T>,
  ): Promise<T>;
  /** As `change`, for a change that adds an offline payment. Undefined where another reservation has its key. */
  recordOffline<T>(
    tenantId: string,
    reservationId: string,
    decide: (ledger: Ledger) => Decision<T>,
  ): Promise<T | undefined>;
  /** Across tenants: by the ids of the provider, else by our own references. */
  findPayment(ids: ProviderIds, references: References): Promise<PaymentReference | undefined>;
  /** Deletes Idempotency-Keys that are older than 30 days. */
  purgeIdempotencyKeys(): Promise<void>;
}

/** The Idempotency-Key of a request that opens a payment. */
export type KeyOfSpace = Pick<BoundKey, 'space' | 'key'>;

/** What the opening of a payment needs beside the ledger. */
export interface Opening {
  /** For which the Idempotency-Key was first used. */
  readonly keyReservationId: string | null;
  /** Of the tenant; null where it has none. */
  readonly accountId: string | null;
}

export interface PaymentReference {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly paymentId: string;
}

export interface ProviderIds {
  readonly intentId: string | null;
  readonly sessionId: string | null;
}

export interface PaymentAccount {
  readonly accountId: string;
  readonly redirectOrigins: readonly string[];
}

export interface AccountRepository {
  find(tenantId: string): Promise<PaymentAccount | undefined>;
  set(tenantId: string, account: PaymentAccount): Promise<void>;
  /** False where the tenant had no account. */
  remove(tenantId: string): Promise<boolean>;
}

export interface NotificationRepository {
  /** Stores one that is unneeded as ignored. With `lease`, one to apply is due again after 10 seconds, not at once. */
  store(notification: Notification, options: { readonly lease: boolean }): Promise<StoredNotification>;
  /** Leases due notifications. One that is not settled becomes due again after 30 seconds. */
  takeDue(limit: number): Promise<DueNotification[]>;
  settle(due: DueNotification, outcome: NotificationOutcome): Promise<void>;
  /** Deletes notifications that were settled more than 30 days ago; parked ones stay. */
  purgeOld(): Promise<void>;
}

export interface StoredNotification {
  /** False where this event was stored already. */
  readonly isNew: boolean;
  /** Null where it was not leased, or nothing is to be done. */
  readonly leased: DueNotification | null;
}

export interface DueNotification {
  readonly notification: Notification;
  readonly attempts: number;
  readonly receivedAt: Temporal.Instant;
  /** Of the request that delivered it. */
  readonly traceparent: string | null;
}

/** The work of the timers, across tenants. What is taken is not due again for the interval that is passed. */
export interface DueWorkRepository {
  /** Live payments that did not change for so long. */
  takeDuePayments(afterSeconds: number, limit: number): Promise<DuePayment[]>;
  /** Pending refunds, and each hour refunds that the provider refused although they are owed. */
  takeDueRefunds(afterSeconds: number, limit: number): Promise<DueRefund[]>;
  /** Refunds of settlements that nobody has sent for some seconds. */
  takeUnsentReturns(limit: number): Promise<DueRefund[]>;
  /** Accounts whose refunds were not listed for so long. */
  takeDueAccounts(afterSeconds: number, limit: number): Promise<TenantAccount[]>;
  /** Those of the refunds that belong to a payment of the tenant and differ from what is recorded. */
  findUnrecordedRefunds(
    tenantId: string,
    refunds: readonly AccountRefund[],
  ): Promise<(AccountRefund & PaymentReference)[]>;
  /** Of these payments of a tenant those that have no row. */
  findUnknownPayments(tenantId: string, paymentIds: readonly string[]): Promise<string[]>;
}

/** Refunds of all tenants that the provider has and that nobody requested here, by their last change. */
export interface UnrequestedRefundRepository {
  list(after: ChangedAfter | null, limit: number): Promise<UnrequestedRefund[]>;
}

export interface ChangedAfter {
  /** As the repository gave it: exact to the microsecond. */
  readonly changedAt: string;
  readonly id: string;
}

export interface UnrequestedRefund extends ChangedAfter {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: RefundReason;
  readonly createdAt: Temporal.Instant;
  /** No refund that changed earlier can still appear. */
  readonly isSettled: boolean;
}

/** What moved in a time, over all reservations of a tenant. */
export interface MoneySummaryRepository {
  summarize(
    tenantId: string,
    period: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<readonly MoneySummary[]>;
}

export interface MoneySummary {
  readonly currency: string;
  readonly collectedMinorUnits: bigint;
  readonly returnedMinorUnits: bigint;
}

/** Money that is still here after its reservation has ended. */
export interface UnclaimedMoneyRepository {
  /** Publishes a report for each ledger that is due, and returns how many they are. Each is reported a few times. */
  report(limit: number): Promise<number>;
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
  /** Whether the account can take payments. `true` is cached for 60 seconds, `false` is not. */
  canCharge(account: ProviderAccount): Promise<boolean>;
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
