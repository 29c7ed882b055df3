import type { RequestContext } from '@lodging/kit-runtime';
import type { PriceStayRequest, PriceStayResponse } from '@lodging/contract-inventory';
import type { OpenIntentResponse, PaymentState, Refund } from '@lodging/contract-payments';
import type { Refusal, Result } from '@lodging/kernel';
import type { GuestCodes } from '../domain/guest-code.ts';
import type { GuestGrant } from '../domain/guest-grant.ts';
import type { Moved } from '../domain/moves.ts';
import type { OpenedReservation } from '../domain/opening.ts';
import type { Quote } from '../domain/quote.ts';
import type { Money, Occupancy, PendingReservation, Reservation, Stay } from '../domain/reservation.ts';

/** A call that no outside request asked for. */
export type SystemContext = (tenantId: string, livemode: boolean) => RequestContext;

/** An event that a change is the effect of; its mark is committed with the change. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

/** A reservation as the database has it, with the database's time: that time alone decides what has lapsed. */
export interface Sighting {
  readonly reservation: Reservation;
  readonly at: Temporal.Instant;
}

export interface NewReservation {
  readonly id: string;
  readonly livemode: boolean;
  readonly stay: Stay;
  readonly total: Money;
  readonly occupancy: Occupancy;
  readonly source: 'direct' | 'manual';
  readonly guestEmail: string | null;
  readonly guestName: string | null;
  readonly guestPhone: string | null;
  /** Once it is held, whoever asked is to be handed a way to pay. */
  readonly awaitsPaymentHandle: boolean;
  readonly quoteId: string | null;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** Nothing is opened after this moment. */
  readonly openUntil: Temporal.Instant;
  readonly holdSeconds: number;
}

export type Opened =
  | { readonly kind: 'opened'; readonly reservation: PendingReservation }
  /** The key or the quote has a reservation already; the key's own comes first. */
  | { readonly kind: 'found'; readonly found: OpenedReservation }
  /** Somebody had the key or the quote, and has given it back since. */
  | { readonly kind: 'given_back' }
  | { readonly kind: 'too_late' };

/** Synchronous, so that no remote call fits inside a transaction. */
export type Decide = (reservation: Reservation, at: Temporal.Instant) => Result<Moved, Refusal>;

export interface LapsedReservation {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
}
/** A stay whose guest never came, and whose units are still taken. */
export interface NoShow extends LapsedReservation {
  readonly resourceId: string;
}
export interface AbandonedReservation extends LapsedReservation {
  readonly resourceId: string;
  readonly attempt: number;
}

/** The way of a reservation from its first row to its first event. */
export interface OpeningStore {
  open(tenantId: string, reservation: NewReservation): Promise<Opened>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<OpenedReservation | undefined>;
  /** Takes over a pending reservation whose attempt has lapsed; one of several callers gets it. */
  takeOver(tenantId: string, id: string, lapsedAttempt: number): Promise<PendingReservation | undefined>;
  /**
   * The end of an attempt: row and events in one commit, unless somebody else has taken the work over since. A worker
   * that was thought dead must not write.
   */
  finish(pending: PendingReservation, outcome: Moved): Promise<boolean>;
  /** Who hands over the way to pay, where whoever was at it has lapsed: the new attempt's number for one of several. */
  takeOverHandle(tenantId: string, id: string, lapsedAttempt: number): Promise<number | undefined>;
  /** Whoever asked for the booking has his way to pay. */
  handOver(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Lets the next request take over at once. */
  endAttempt(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Removes a pending reservation, unless somebody else has taken it over. */
  discard(tenantId: string, id: string, attempt: number): Promise<void>;
}

export interface ChangeOptions {
  readonly seen?: Seen | undefined;
  /** The operator's own words for a move. */
  readonly reason?: string | undefined;
  /**
   * The attempt that opened it and gave up: its Idempotency-Key is free again. Nothing is changed where another attempt
   * has begun since.
   */
  readonly gaveUp?: number | undefined;
}

export interface ReservationStore {
  find(tenantId: string, id: string): Promise<Sighting | undefined>;
  /** Row and events in one commit; the row is locked while `decide` decides. Undefined: there is no such row. */
  change(
    tenantId: string,
    id: string,
    decide: Decide,
    options?: ChangeOptions,
  ): Promise<Result<Sighting, Refusal> | undefined>;
  /** The units of a no-show are free. */
  recordFreed(tenantId: string, id: string): Promise<void>;
}

/** What the timers look for, whichever tenant it belongs to. What is handed out is leased for a while. */
export interface LapsedStore {
  leaseOverdueHolds(limit: number): Promise<LapsedReservation[]>;
  leaseAbandoned(limit: number): Promise<AbandonedReservation[]>;
  leaseUnitsToFree(limit: number): Promise<NoShow[]>;
  /** Each removes a limited number and says how many. */
  forgetOldKeys(): Promise<number>;
  forgetOldCodes(): Promise<number>;
}

export interface CodeDecision<T> {
  /** Stored whatever the answer is. */
  readonly codes: GuestCodes;
  readonly guestEmail?: string;
  readonly answer: Result<T, Refusal>;
}

export interface GuestCodeStore {
  /** Undefined: there is no such reservation. */
  change<T>(
    tenantId: string,
    reservationId: string,
    decide: (reservation: Reservation, codes: GuestCodes, at: Temporal.Instant) => CodeDecision<T>,
  ): Promise<Result<T, Refusal> | undefined>;
}

export interface CodeDigests {
  /** Six digits, each code as likely as any other. */
  draw(): string;
  digest(of: { tenantId: string; reservationId: string; email: string; code: string }): string;
  /** In constant time. */
  readonly same: (one: string, other: string) => boolean;
}

/** The meaning of a request as a short text: equal for equal requests only. */
export type Fingerprint = (operation: string, body: Readonly<Record<string, unknown>>) => string;

export interface QuoteTokens {
  sign(quote: Quote, at: Temporal.Instant): Promise<string>;
  /** Undefined unless we signed it as a quote. Its end is not looked at. */
  read(token: string): Promise<Quote | undefined>;
}

export interface GuestTokens {
  sign(grant: GuestGrant, at: Temporal.Instant): Promise<string>;
  /** Undefined unless we signed it as a guest token and its end is after `at`. */
  read(token: string, at: Temporal.Instant): Promise<GuestGrant | undefined>;
}

export interface SigningKeys {
  publicKeys(): Promise<Record<string, unknown>[]>;
  rotate(): Promise<void>;
}

export interface Claim {
  readonly id: string;
  readonly stay: Stay;
}

/** Every method of a neighbour throws when the neighbour gives no usable answer. */
export interface Inventory {
  priceStay(ctx: RequestContext, wish: PriceStayRequest): Promise<Result<PriceStayResponse>>;
  /** `until` null: for good. */
  claim(ctx: RequestContext, claim: Claim, until: Temporal.Instant | null): Promise<Result<null>>;
  confirmClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  release(
    ctx: RequestContext,
    claim: { readonly id: string; readonly resourceId: string },
    reason: 'expired' | 'cancelled' | 'abandoned' | 'no_show',
  ): Promise<Result<null>>;
}

export interface Payments {
  /** Refuses where the tenant cannot be paid at all. */
  checkAccount(ctx: RequestContext): Promise<Result<null>>;
  openIntent(
    ctx: RequestContext,
    intent: {
      readonly reservationId: string;
      readonly idempotencyKey: string;
      readonly amount: Money;
      readonly until: Temporal.Instant;
    },
  ): Promise<Result<OpenIntentResponse>>;
  openCheckout(
    ctx: RequestContext,
    session: {
      readonly reservationId: string;
      readonly amount: Money;
      readonly until: Temporal.Instant;
      readonly successUrl: string;
      readonly cancelUrl: string;
    },
  ): Promise<Result<{ readonly id: string; readonly url: string }>>;
  /** `minorUnits` undefined: what remains. */
  refund(ctx: RequestContext, reservationId: string, minorUnits: bigint | undefined): Promise<Result<Refund>>;
  /** Asks the provider first when no success is known yet. */
  settle(ctx: RequestContext, reservationId: string): Promise<PaymentState | 'none'>;
  /** Afterwards no money can move any more. */
  end(ctx: RequestContext, reservationId: string): Promise<'none' | 'ended' | 'succeeded'>;
  giveBack(ctx: RequestContext, reservationId: string, reason: 'late' | 'cancelled'): Promise<void>;
}

export interface GuestMail {
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

export type Pause = (milliseconds: number) => Promise<void>;
