// Owns what the use cases need from the world, in their own words.
import type { Refusal, Result } from '@lodging/kernel';
import type { Decision, Ledger } from '../domain/ledger.ts';
import type { Notification, OurReferences, Verdict } from '../domain/notification.ts';
import type { IntentReport } from '../domain/observe-intent.ts';
import type { RefundReport } from '../domain/observe-refund.ts';
import type { ReturnReason } from '../domain/refund.ts';

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
export interface Purse {
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

export interface RefundOrder extends IntentOrder {
  readonly refundId: string;
  readonly intentId: string;
}

export interface ProviderIntent {
  readonly report: IntentReport;
  readonly clientSecret: string | null;
}

export type ProviderRefusal = Refusal<'account_cannot_charge' | 'provider_refused'>;

/** The provider gave no answer, so what we asked for may or may not have happened. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Throws ProviderUnavailable where the outcome is unknown; a refusal is a definite no. */
export interface Provider {
  createIntent(purse: Purse, order: IntentOrder): Promise<Result<ProviderIntent, ProviderRefusal>>;
  readIntent(purse: Purse, intentId: string): Promise<ProviderIntent>;
  /** Looks among the intents made since then for the one that carries our payment's id. */
  findIntent(purse: Purse, paymentId: string, since: Temporal.Instant): Promise<ProviderIntent | undefined>;
  /** The intent as it then is: one that cannot be cancelled any more is given back as it stands. */
  cancelIntent(purse: Purse, intentId: string): Promise<ProviderIntent>;
  createRefund(purse: Purse, order: RefundOrder): Promise<Result<RefundReport, ProviderRefusal>>;
  listRefunds(purse: Purse, intentId: string): Promise<RefundReport[]>;
}

/** Keeps client secrets unreadable at rest. */
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
  findPayment(intentId: string, references: OurReferences): Promise<PaymentPlace | undefined>;
  /** Live attempts that nobody heard of for so long; each is given out once in that time. */
  takeQuietPayments(quietSeconds: number, limit: number): Promise<(PaymentPlace & { ended: boolean })[]>;
  /** Refunds that are not settled, and returns that the provider refused. */
  takeOpenRefunds(
    quietSeconds: number,
    limit: number,
  ): Promise<(PaymentPlace & { reason: ReturnReason | null })[]>;
}

/** Runs the work as a part of a trace that began elsewhere. */
export type InTrace = <T>(name: string, traceparent: string | null, work: () => Promise<T>) => Promise<T>;

/** What a person should be told of. */
export interface Alarm {
  notificationParked(notification: Notification, reason: string): void;
  notificationFailed(notification: Notification, error: unknown): void;
  reconcileFailed(place: PaymentPlace, error: unknown): void;
  refundRefused(fields: { tenantId: string; reservationId: string; refundId: string; detail: string }): void;
}
