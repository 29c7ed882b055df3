import type { PriceStayResponse } from '@lodging/contract-inventory';
import type {
  Money as MoneyOfLedger,
  openDueSession,
  OpenIntentResponse,
  PaymentEntry,
  PaymentHandle,
  PaymentState,
  Refund,
} from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { ListPosition, Page, Refusal, Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { BookingFilter, ListOrder } from './domain/booking-filter.ts';
import type { CodeQuota } from './domain/client-limits.ts';
import type { GuestCodes } from './domain/guest-code.ts';
import type { GuestGrant } from './domain/guest-grant.ts';
import type { Obligation } from './domain/obligation.ts';
import type { Author, Deed, HistoryEntry } from './domain/history.ts';
import type { Period } from './domain/period.ts';
import type { Quote } from './domain/quote.ts';
import type { RefundCause } from './domain/refund-obligation.ts';
import type { RefundUpdate } from './domain/refund.ts';
import type { NewReservation, ReservationCreation } from './domain/reservation-creation.ts';
import type { FirstPayment, SoldTerms } from './domain/reservation-terms.ts';
import type { Money, PendingReservation, Reservation, Stay } from './domain/reservation.ts';
import type { BalanceState } from './domain/scheduled-payment.ts';
import type { Agreement, CancellationRecord, Settlement, SettlementOutcome } from './domain/settlement.ts';
import type { Capacity, MovedMoney, PeriodRecords } from './domain/summarize-period.ts';
import type { StateChange } from './domain/transitions.ts';
import type { OwedSettlement } from './ports/settlements.ts';

export type { MoneyOfLedger };

// Postgres

/**
 * An event that a change is the effect of. The mark is committed with the change, and the event is not handled again: so
 * everything that its handler owes beyond the commit must be in the change, as an event or as a refund.
 */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

/** A reservation and the database's time of the read; only that clock decides what has expired. */
export interface ReservationSnapshot {
  readonly reservation: Reservation;
  readonly at: Temporal.Instant;
}

/** A reservation with what was agreed, and what became of it. */
export interface AgreedReservation extends ReservationSnapshot, Agreement {
  readonly cancellation: CancellationRecord | null;
  readonly balanceState: BalanceState;
}

/** Money that must go back, as one attempt to send it knows it. */
export interface OwedRefund extends DueRelease {
  readonly cause: RefundCause;
  /** Fencing number: another attempt, or another payment, increments it. */
  readonly attempt: number;
}

export interface UpdatedReservation extends ReservationSnapshot {
  /** The refund that this update has decided. It is recorded, and a timer sends it; the caller may send it at once. */
  readonly owed: OwedRefund | null;
  /** What this update has decided to keep. It is recorded, and a timer asks payments; the caller may ask at once. */
  readonly settlement?: Settlement | undefined;
}

/** Synchronous, so that no remote call fits inside a transaction. */
export type Decide = (reservation: Reservation, at: Temporal.Instant) => Result<StateChange, Refusal>;

export interface UpdateOptions {
  /** Of the history's entries; the service itself where absent. */
  readonly author?: Author | undefined;
  readonly mark?: InboxMark | undefined;
  /** Waits in the process for other such changes of the reservation, and not on a connection. */
  readonly isQueued?: boolean | undefined;
  /** Name or phone of the guest may change. */
  readonly changesGuest?: boolean | undefined;
  /**
   * The attempt that created the reservation and gives up: its Idempotency-Key becomes free. Nothing is updated where
   * another attempt has begun since.
   */
  readonly abandonedAttempt?: number | undefined;
}

export interface ReservationRepository {
  find(tenantId: string, id: string): Promise<ReservationSnapshot | undefined>;
  findWithTerms(tenantId: string, id: string): Promise<AgreedReservation | undefined>;
  /** Row, events, history and refund in one commit; the row is locked while `decide` runs. Undefined: there is no such row. */
  update(
    tenantId: string,
    id: string,
    decide: Decide,
    options?: UpdateOptions,
  ): Promise<Result<UpdatedReservation, Refusal> | undefined>;
  /** Records that the units of a no-show were released. */
  recordUnitsReleased(tenantId: string, id: string): Promise<void>;
}

export type CreateOutcome =
  | { readonly kind: 'created'; readonly reservation: PendingReservation }
  /** The key or the quote has a reservation already; that of the key comes first. */
  | { readonly kind: 'exists'; readonly existing: ReservationCreation }
  /** The key or the quote had a reservation that was discarded since. */
  | { readonly kind: 'discarded' }
  /** Another booking has its external reference. */
  | { readonly kind: 'reference_taken'; readonly reservationId: string }
  | { readonly kind: 'expired' }
  /** Its client holds as much as it may. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** A reservation from its insert as `pending` to its first event, and on to the payment handle of a booking. */
export interface ReservationCreationRepository {
  create(tenantId: string, reservation: NewReservation): Promise<CreateOutcome>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<ReservationCreation | undefined>;
  /** Takes over a pending reservation whose attempt has expired. Undefined where another caller took it over first. */
  takeOver(tenantId: string, id: string, expiredAttempt: number): Promise<PendingReservation | undefined>;
  /** Ends an attempt: row, events and history in one commit. False where another attempt took over: nothing is written. */
  complete(pending: PendingReservation, change: StateChange, author?: Author): Promise<boolean>;
  /** Takes over the payment setup of an expired attempt; gives the number of the new attempt to one of several callers. */
  takeOverPaymentSetup(tenantId: string, id: string, expiredAttempt: number): Promise<number | undefined>;
  /** The creator has received the payment handle. */
  completePaymentSetup(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Expires the attempt, so that the next request can take over at once. */
  endAttempt(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Deletes a pending reservation, unless another attempt took over. */
  discard(tenantId: string, id: string, attempt: number): Promise<void>;
}

export interface DueReservation {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
}

export interface DueRelease extends DueReservation {
  readonly resourceId: string;
}

export interface AbandonedCreation extends DueRelease {
  readonly attempt: number;
}

/** Work of the timers, across tenants. Each row is leased to one process for some seconds. */
export interface DueWorkRepository {
  leaseExpiredHolds(limit: number): Promise<DueReservation[]>;
  leaseAbandonedCreations(limit: number): Promise<AbandonedCreation[]>;
  /** No-shows whose units are still claimed. */
  leaseUnreleasedNoShows(limit: number): Promise<DueRelease[]>;
  /** Purges a limited number and returns how many. */
  purgeIdempotencyKeys(): Promise<number>;
  purgeGuestCodes(): Promise<number>;
  purgeCodeSends(): Promise<number>;
}

export interface RefundObligationRepository {
  /** Across tenants. What is leased is due again after a time that grows with each attempt. */
  leaseOpen(limit: number): Promise<OwedRefund[]>;
  /** Payments has recorded the refund. Changes nothing where another attempt has begun since. */
  settle(owed: OwedRefund): Promise<void>;
}

export interface GuestSealingRepository {
  /** Seals a limited number of guests that are stored in clear. True: there may be more. */
  sealBatch(): Promise<boolean>;
}

export interface ListedReservation extends ReservationSnapshot {
  readonly position: ListPosition;
}

export interface BookingListRepository {
  /**
   * Oldest first unless asked otherwise, without pending reservations. For dates, which start at another instant in each
   * zone, and for a search, the result holds all that match and may hold others.
   */
  list(tenantId: string, filter: BookingFilter, page: Page, order?: ListOrder): Promise<ListedReservation[]>;
}

export interface PeriodRepository {
  /** All stays that overlap the period; and between two instants what was refunded, paid without us, and kept. */
  read(
    tenantId: string,
    period: Period,
    refundsMade: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<Omit<PeriodRecords, 'capacity' | 'moved'> & { readonly moved: readonly MovedMoney[] }>;
}

/** An event of payments as the history tells it. */
export interface ToldEvent {
  readonly reservationId: string;
  readonly eventId: string;
  readonly at: Temporal.Instant;
  readonly deed: Omit<Deed, 'version'>;
  readonly author: Author;
}

export interface HistoryRepository {
  /** Oldest first. */
  list(tenantId: string, reservationId: string, page: Page<string>): Promise<HistoryEntry[]>;
  /** Once for each event. */
  tell(tenantId: string, event: ToldEvent): Promise<void>;
}

export interface RefundRepository {
  /** Inserts or updates; an older version, or a repeated event, changes nothing. */
  record(tenantId: string, refund: RefundUpdate, mark: InboxMark): Promise<void>;
}

export interface CodeDecision<T> {
  /** Stored whatever the answer is. */
  readonly codes: GuestCodes;
  readonly guestEmail?: string;
  /** The new times of each quota; absent: as they were. */
  readonly sends?: readonly (readonly Temporal.Instant[])[];
  readonly answer: Result<T, Refusal>;
}

export interface GuestCodeRepository {
  /** The reservation's row is locked while `decide` runs. Undefined: there is no such reservation. */
  update<T>(
    tenantId: string,
    reservationId: string,
    decide: (
      reservation: Reservation,
      codes: GuestCodes,
      at: Temporal.Instant,
      /** When codes were mailed, for each of `quotas`; locked like the row. */
      sends: readonly (readonly Temporal.Instant[])[],
    ) => CodeDecision<T>,
    options?: { readonly quotas?: readonly CodeQuota[]; readonly author?: Author },
  ): Promise<Result<T, Refusal> | undefined>;
}

// Tokens and codes

export interface GuestCodeHasher {
  /** Six digits, uniformly distributed. */
  generate(): string;
  digest(of: { tenantId: string; reservationId: string; email: string; code: string }): string;
  /** Compares two digests in constant time. */
  readonly equals: (one: string, other: string) => boolean;
}

/** Keyed hashes of personal data that is only ever compared. */
export interface GuestHashes {
  recipient(tenantId: string, email: string): string;
  client(keyId: string, address: string): string;
}

export interface QuoteTokens {
  sign(quote: Quote, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it as a quote. Its expiry is not checked. */
  read(token: string): Promise<Quote | undefined>;
}

export interface GuestTokens {
  sign(grant: GuestGrant, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it as a guest token that expires after `at`. */
  read(token: string, at: Temporal.Instant): Promise<GuestGrant | undefined>;
}

export interface SigningKeys {
  /** Public halves as JWKs (RFC 7517). */
  publicKeys(): Promise<Record<string, unknown>[]>;
  rotate(): Promise<void>;
}

// Neighbours: a method throws where the neighbour gives no usable answer

/** A tax or fee that the guests need not pay. */
export interface TaxExemption {
  readonly code: string;
  readonly reason: string;
}

export interface UnpricedStay {
  readonly resourceId: string;
  readonly ratePlanId?: string | undefined;
  readonly window: StayWindow;
  readonly partySize: number;
  readonly quantity: number;
  readonly occupancyChildren?: number | undefined;
  /** One for each child; undefined where they were not told. */
  readonly childAges?: readonly number[] | undefined;
  /** Of a booking alone: the guest's own word exempts nobody. */
  readonly taxExemptions?: readonly TaxExemption[] | undefined;
  readonly displayCurrency?: string | undefined;
  /** How many stays near it the refusal `unavailable` names. */
  readonly alternatives?: number | undefined;
}

export interface PricedStay extends SoldTerms {
  readonly stay: Stay;
  readonly total: Money;
  /** Shown to the client as inventory writes it. */
  readonly display: Pick<PriceStayResponse, 'displayTotal' | 'fx' | 'priceBreakdown'>;
}

export interface Claim {
  readonly id: string;
  readonly stay: Stay;
}

export interface InventoryClient {
  /** A quote and a booking have restrictions of their own. */
  priceStay(
    ctx: RequestContext,
    purpose: 'quote' | 'booking',
    stay: UnpricedStay,
  ): Promise<Result<PricedStay>>;
  /** `until` null: the claim is permanent. */
  claim(ctx: RequestContext, claim: Claim, until: Temporal.Instant | null): Promise<Result<null>>;
  confirmClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  release(
    ctx: RequestContext,
    claim: { readonly id: string; readonly resourceId: string },
    reason: 'expired' | 'cancelled' | 'abandoned' | 'no_show',
  ): Promise<Result<null>>;
  readCapacity(ctx: RequestContext, period: Period): Promise<readonly Capacity[]>;
}

export interface PaymentToOpen extends FirstPayment {
  readonly reservationId: string;
  readonly until: Temporal.Instant;
}

/** The money of a reservation that came in through payments. */
export interface Balance {
  /** What has not gone back. */
  readonly netMinorUnits: bigint;
  /** What counts as paid, whatever the operator gave back by choice. */
  readonly paidMinorUnits: bigint;
  readonly returnableMinorUnits: bigint;
}

export interface PaymentsClient {
  /** Refuses where the tenant cannot receive payments. */
  checkAccount(ctx: RequestContext): Promise<Result<null>>;
  openIntent(
    ctx: RequestContext,
    intent: PaymentToOpen & { readonly idempotencyKey: string },
  ): Promise<Result<OpenIntentResponse>>;
  openCheckout(
    ctx: RequestContext,
    session: PaymentToOpen & { readonly successUrl: string; readonly cancelUrl: string },
  ): Promise<Result<{ readonly id: string; readonly url: string }>>;
  /** `minorUnits` undefined: the amount that remains. */
  refund(ctx: RequestContext, reservationId: string, minorUnits: bigint | undefined): Promise<Result<Refund>>;
  /** Queries the provider first where no success is known yet. */
  settle(ctx: RequestContext, reservationId: string): Promise<PaymentState | 'none'>;
  /** Afterwards no payment can succeed any more. */
  end(ctx: RequestContext, reservationId: string): Promise<'none' | 'ended' | 'succeeded'>;
  /** Ends what is open and returns what is above the amount to keep. May be asked again. */
  settleStay(
    ctx: RequestContext,
    owed: Pick<OwedSettlement, 'reservationId' | 'settlement'>,
  ): Promise<SettlementOutcome>;
  readBalance(ctx: RequestContext, reservationId: string): Promise<Balance>;
  /** Refunds in full what was paid for a hold that ended. */
  returnPayment(ctx: RequestContext, reservationId: string, reason: 'late' | 'cancelled'): Promise<void>;
  /** Fails within two seconds where payments gives no answer. */
  readMoney(ctx: RequestContext, reservationId: string, obligation: Obligation): Promise<MoneyOfLedger>;
  openDueIntent(ctx: RequestContext, due: DuePayment): Promise<Result<Replayable<PaymentHandle>>>;
  openDueSession(
    ctx: RequestContext,
    due: DuePayment & { readonly successUrl: string; readonly cancelUrl: string },
  ): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>>;
  recordOffline(ctx: RequestContext, payment: OfflinePayment): Promise<Result<Replayable<PaymentEntry>>>;
}

/** `replayed`: an earlier request with the Idempotency-Key has given the value already. */
export interface Replayable<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** A payment of what is due. Without an amount, of all of it. */
export interface DuePayment {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly purpose: 'balance' | 'penalty';
  readonly obligation: Obligation;
  readonly amountMinorUnits: string | undefined;
  readonly currency: string;
}

/** Money that the operator took without the provider, or handed back. */
export interface OfflinePayment {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly purpose: 'balance' | 'penalty';
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly method: PaymentEntry['method'];
  readonly note: string | null;
  readonly returned: boolean;
  readonly obligation: Obligation;
}

/** The mail with a code may arrive: the code must stay valid. The cause is the failure of the request. */
export class MailUnconfirmed extends Error {
  override readonly name = 'MailUnconfirmed';
}

export interface NotificationsClient {
  /** Throws MailUnconfirmed, or another error where the mail was not sent. */
  sendCode(
    ctx: RequestContext,
    mail: {
      readonly reservationId: string;
      readonly to: string;
      readonly code: string;
      readonly expiresAt: Temporal.Instant;
    },
  ): Promise<void>;
}
