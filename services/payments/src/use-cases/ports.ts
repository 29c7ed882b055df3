import type { Refusal, Result } from '@lodging/kernel';
import type { Decision, Ledger } from '../domain/ledger.ts';
import type { Notification, OurReferences, Verdict } from '../domain/notification.ts';
import type { IntentReport } from '../domain/observe-intent.ts';
import type { RefundReport } from '../domain/observe-refund.ts';
import type { SessionReport } from '../domain/observe-session.ts';
import type { ReturnAddresses } from '../domain/payment.ts';
import type { RefundReason } from '../domain/refund.ts';

export interface Ledgers {
  read(tenantId: string, reservationId: string): Promise<Ledger>;
  /** Decides under the lock of the ledger and stores what was decided together with its events. */
  change<Answer>(
    tenantId: string,
    reservationId: string,
    decide: (ledger: Ledger) => Decision<Answer>,
  ): Promise<Answer>;
  /** As `change`, and also tells which reservation this Idempotency-Key was used for first. */
  changeWithKey<Answer>(
    tenantId: string,
    reservationId: string,
    key: string,
    decide: (ledger: Ledger, keyHolder: string | null) => Decision<Answer>,
  ): Promise<Answer>;
}

export interface PaymentAccount {
  readonly accountId: string;
  readonly redirectOrigins: readonly string[];
}

export interface Accounts {
  find(tenantId: string): Promise<PaymentAccount | undefined>;
  set(tenantId: string, account: PaymentAccount): Promise<void>;
  remove(tenantId: string): Promise<boolean>;
}

/** Whose money it is, and whether it is real. */
export interface ProviderAccount {
  readonly accountId: string;
  readonly livemode: boolean;
}

export interface IntentOrder {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly paymentId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly providerKey: string;
}

export interface SessionOrder extends IntentOrder {
  readonly returnTo: ReturnAddresses;
  readonly expiresAt: Temporal.Instant;
}

export interface RefundOrder extends IntentOrder {
  readonly refundId: string;
  readonly intentId: string;
}

export interface ProviderIntent {
  readonly kind: 'intent';
  readonly report: IntentReport;
  readonly clientSecret: string | null;
}

export interface ProviderSession {
  readonly kind: 'session';
  readonly report: SessionReport;
  /** Null once the page is over. */
  readonly url: string | null;
}

/** A refund on an account, whoever made it. */
export interface AccountRefund {
  readonly report: RefundReport;
  readonly intentId: string;
}

export type ProviderRefusal = Refusal<'account_cannot_charge' | 'provider_refused'>;

/** The provider gave no answer, so what we asked for may or may not have happened. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Throws ProviderUnavailable where the outcome is unknown; a refusal is a definite no. */
export interface Provider {
  createIntent(purse: ProviderAccount, order: IntentOrder): Promise<Result<ProviderIntent, ProviderRefusal>>;
  readIntent(purse: ProviderAccount, intentId: string): Promise<ProviderIntent>;
  /** Looks among the intents made since then for the one that carries our payment's id. */
  findIntent(
    purse: ProviderAccount,
    paymentId: string,
    since: Temporal.Instant,
  ): Promise<ProviderIntent | undefined>;
  /** The intent as it then is: one that cannot be cancelled any more is given back as it stands. */
  cancelIntent(purse: ProviderAccount, intentId: string): Promise<ProviderIntent>;
  createSession(
    purse: ProviderAccount,
    order: SessionOrder,
  ): Promise<Result<ProviderSession, ProviderRefusal>>;
  readSession(purse: ProviderAccount, sessionId: string): Promise<ProviderSession>;
  findSession(
    purse: ProviderAccount,
    paymentId: string,
    since: Temporal.Instant,
  ): Promise<ProviderSession | undefined>;
  /** The page as it then is: one that cannot be ended any more is given back as it stands. */
  expireSession(purse: ProviderAccount, sessionId: string): Promise<ProviderSession>;
  createRefund(purse: ProviderAccount, order: RefundOrder): Promise<Result<RefundReport, ProviderRefusal>>;
  listRefunds(purse: ProviderAccount, intentId: string): Promise<RefundReport[]>;
  listAccountRefunds(purse: ProviderAccount, since: Temporal.Instant): Promise<AccountRefund[]>;
  canCharge(purse: ProviderAccount): Promise<boolean>;
}

/** Keeps client secrets and the addresses of checkout pages unreadable at rest. */
export interface Vault {
  seal(tenantId: string, paymentId: string, secret: string): string;
  /** Undefined when it was sealed with another key. */
  open(tenantId: string, paymentId: string, sealed: string): string | undefined;
}

export interface PaymentPlace {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly paymentId: string;
}

export interface Notifications {
  /** False: this event is stored already. */
  store(notification: Notification): Promise<boolean>;
  /** Takes some that are due; each comes again after a while unless it is settled. */
  takeDue(limit: number): Promise<DueNotification[]>;
  settle(due: DueNotification, verdict: Verdict): Promise<void>;
  forgetOld(): Promise<void>;
}

export interface DueNotification {
  readonly notification: Notification;
  readonly attempts: number;
  readonly receivedAt: Temporal.Instant;
  /** Of the request that brought it. */
  readonly traceparent: string | null;
}

/** What needs looking at, found without knowing the tenant. */
export interface Worklist {
  findPayment(known: ProviderIds, references: OurReferences): Promise<PaymentPlace | undefined>;
  /** Live attempts that nobody heard of for so long; each is given out once in that time. */
  takeQuietPayments(quietSeconds: number, limit: number): Promise<(PaymentPlace & { ended: boolean })[]>;
  /** Refunds that are not settled, and returns that the provider refused. */
  takeOpenRefunds(quietSeconds: number, limit: number): Promise<OpenRefund[]>;
  /** Accounts whose refunds were not looked through for so long; each is given out once in that time. */
  takeAccountsToSweep(sweepSeconds: number, limit: number): Promise<TenantPurse[]>;
  /** Those of the refunds that give back a payment of the tenant and are not known as they stand. */
  newsOf(tenantId: string, refunds: readonly AccountRefund[]): Promise<(AccountRefund & PaymentPlace)[]>;
}

export interface ProviderIds {
  readonly intentId: string | null;
  readonly sessionId: string | null;
}

export interface OpenRefund extends PaymentPlace {
  readonly refundId: string;
  readonly reason: RefundReason;
}

export interface TenantPurse extends ProviderAccount {
  readonly tenantId: string;
}

/** Idempotency-Keys of open-intent live 30 days. */
export interface OpeningKeys {
  forgetOld(): Promise<void>;
}

/** Runs the work on a notification of that type as a part of a trace that began elsewhere. */
export type InTrace = <T>(type: string, traceparent: string | null, work: () => Promise<T>) => Promise<T>;

/** What a person should be told of. */
export interface Alarm {
  notificationParked(notification: Notification, reason: string): void;
  notificationFailed(notification: Notification, error: unknown): void;
  reconcileFailed(place: PaymentPlace, error: unknown): void;
  /** Owed: nobody asked for it, the stay could not be honoured. */
  refundRefused(refusal: RefusedRefund): void;
  sweepFailed(purse: TenantPurse, error: unknown): void;
}

export interface RefusedRefund {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly refundId: string;
  readonly detail: string;
  readonly owed: boolean;
}
