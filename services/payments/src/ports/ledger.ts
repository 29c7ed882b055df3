import type { BoundKey, Decision, Ledger } from '../domain/ledger/ledger.ts';
import type { Notification, References } from '../domain/notifications/notification.ts';

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
  /**
   * As `changeOpened`, and stores the notification that reports the change as applied in the same commit. Nothing is
   * written where `decide` returns undefined, or the notification is stored already.
   */
  changeReported(
    reference: PaymentReference,
    decide: (ledger: Ledger) => Decision<unknown> | undefined,
  ): Promise<ReportedChange>;
  /** As `change`, for the opening of a payment under an Idempotency-Key. */
  changeWithKey<T>(
    tenantId: string,
    reservationId: string,
    key: KeyOfSpace,
    decide: (ledger: Ledger, opening: PaymentOpening) => Decision<T>,
  ): Promise<T>;
  /** As `change`, for a change that adds an offline payment. Undefined where another reservation has its key. */
  recordOffline<T>(
    tenantId: string,
    reservationId: string,
    decide: (ledger: Ledger) => Decision<T>,
  ): Promise<T | undefined>;
  /** As `change`, for a requested refund. Undefined where another reservation has its key. */
  requestRefund<T>(
    tenantId: string,
    reservationId: string,
    decide: (ledger: Ledger) => Decision<T>,
  ): Promise<T | undefined>;
  /** Across tenants: by the ids of the provider, else by our own references. */
  findPayment(ids: ProviderIds, references: References): Promise<PaymentReference | undefined>;
  /** True for one caller in two seconds, of all processes: it may read the payment from the provider. */
  leaseProviderRead(tenantId: string, paymentId: string): Promise<boolean>;
  /** Deletes Idempotency-Keys that are older than 30 days. */
  purgeIdempotencyKeys(): Promise<void>;
}

/** The Idempotency-Key of a request that opens a payment. */
export type KeyOfSpace = Pick<BoundKey, 'space' | 'key'>;

/** The key and the account that opening a payment needs, beside the ledger. */
export interface PaymentOpening {
  /** For which the Idempotency-Key was first used. */
  readonly keyReservationId: string | null;
  /** Of the tenant; null where it has none. */
  readonly accountId: string | null;
}

/** Undecided: nothing is written. Duplicate: the notification is stored already, and nothing is written. */
export type ReportedChange = 'applied' | 'undecided' | 'duplicate';

export interface PaymentReference {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly paymentId: string;
}

export interface ProviderIds {
  readonly intentId: string | null;
  readonly sessionId: string | null;
}

/** Money received and returned in a period, over all reservations of a tenant. */
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
