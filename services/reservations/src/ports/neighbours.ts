import type { PriceStayResponse } from '@lodging/contract-inventory';
import type {
  Money as MoneyOfLedger,
  OpenIntentResponse,
  PaymentEntry,
  PaymentHandle,
  PaymentState,
  Refund,
  openDueSession,
} from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { SettlementOutcome } from '../domain/cancellation/settle.ts';
import type { Obligation } from '../domain/money/obligation.ts';
import type { FirstPayment, SoldTerms } from '../domain/stay/reservation-terms.ts';
import type { Money, Reservation, Stay } from '../domain/stay/reservation.ts';
import type { RoomName } from '../domain/stay/room-name.ts';
import type { Exemption, StoredBill } from '../domain/stay/stored-bill.ts';
import type { PolicyRecord } from '../domain/stay/stored-policy.ts';
import type { TargetStay } from '../domain/changes/requested-change.ts';
import type { ChangeRefund } from '../domain/changes/stay-change.ts';
import type { OwedSettlement } from './cancellation.ts';
import type { CapacityClient } from './periods.ts';

/** Of requests that timers and event consumers make. */
export const BACKGROUND_TIMEOUT = { timeoutMs: 20_000 };

export interface UnpricedStay {
  readonly resourceId: string;
  readonly ratePlanId?: string | undefined;
  readonly window: StayWindow;
  readonly partySize: number;
  readonly quantity: number;
  readonly occupancyChildren?: number | undefined;
  /** One for each child; undefined where the ages are not given. */
  readonly childAges?: readonly number[] | undefined;
  /** For bookings only: a guest cannot claim an exemption. */
  readonly taxExemptions?: readonly Exemption[] | undefined;
  readonly displayCurrency?: string | undefined;
  /** The maximum number of alternatives in the refusal `unavailable`. */
  readonly alternatives?: number | undefined;
}

export interface PricedStay extends SoldTerms {
  readonly stay: Stay;
  readonly total: Money;
  /** Shown to the client as inventory writes it. */
  readonly display: Pick<PriceStayResponse, 'displayTotal' | 'fx' | 'priceBreakdown'>;
}

/** A stay that a booking is changed to, and what it keeps of its price and terms. */
export interface StayToReprice {
  readonly booked: Reservation;
  readonly target: TargetStay;
  readonly hasBothEnds: boolean;
  /** Undefined where neither the booking nor the change has a number of children. */
  readonly occupancyChildren: number | undefined;
  readonly childAges: readonly number[] | undefined;
  readonly taxExemptions: readonly Exemption[] | undefined;
  readonly bookedExemptions: readonly Exemption[];
  readonly displayCurrency: string | undefined;
  readonly hasBegun: boolean;
  /** Null: all has the current price. */
  readonly kept: {
    readonly leadTimeMultiplierBps: number;
    readonly nights: StoredBill['nights'];
    readonly isPartyChanged: boolean;
  } | null;
  /** Undefined: the policy of the plan. */
  readonly keptPolicy: { readonly policy: PolicyRecord | null } | undefined;
}

export interface Claim {
  readonly id: string;
  readonly stay: Pick<Stay, 'resourceId' | 'window' | 'quantity'>;
}

/** A method throws where the neighbour gives no usable answer. */
export interface InventoryClient extends CapacityClient {
  /** A quote and a booking have restrictions of their own. */
  priceStay(
    ctx: RequestContext,
    purpose: 'quote' | 'booking',
    stay: UnpricedStay,
  ): Promise<Result<PricedStay>>;
  /** True if other claims take the units now. False also if inventory does not answer. */
  isTaken(ctx: RequestContext, claim: Claim): Promise<boolean>;
  /** `until` null: the claim is permanent. */
  claim(ctx: RequestContext, claim: Claim, until: Temporal.Instant | null): Promise<Result<null>>;
  /** The price of a changed stay; evaluated without the booking's own claim. */
  priceChange(ctx: RequestContext, stay: StayToReprice): Promise<Result<PricedStay>>;
  /** `claim` has the stay that its units move to. */
  moveClaim(
    ctx: RequestContext,
    move: { readonly moveId: string; readonly claim: Claim; readonly partIds: readonly string[] },
  ): Promise<Result<null>>;
  /** True: the claim was elsewhere, and has moved to the stay. */
  alignClaim(
    ctx: RequestContext,
    alignment: { readonly moveId: string; readonly claim: Claim; readonly isChanged: boolean },
  ): Promise<Result<boolean>>;
  /** With `forget`, a move that was not made is refused from then on. */
  hasMoved(
    ctx: RequestContext,
    move: { readonly moveId: string; readonly claimId: string; readonly forget: boolean },
  ): Promise<boolean>;
  /** Leases what the stay needs beyond the claim. */
  claimMore(
    ctx: RequestContext,
    more: {
      readonly claim: Claim;
      readonly partIds: readonly string[];
      readonly expiresAt: Temporal.Instant;
    },
  ): Promise<Result<null>>;
  releaseParts(
    ctx: RequestContext,
    parts: { readonly claimId: string; readonly partIds: readonly string[] },
  ): Promise<Result<null>>;
  confirmClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  /** Also where the claim was released. */
  renewClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  /** Releases the claim of a stay that is unknown here. False: there is no claim. */
  releaseLost(ctx: RequestContext, id: string): Promise<Result<boolean>>;
  release(
    ctx: RequestContext,
    claim: { readonly id: string; readonly resourceId: string },
    reason: 'expired' | 'cancelled' | 'abandoned' | 'no_show',
  ): Promise<Result<null>>;
  /** In the name of this service. Null: there is no such resource. */
  readRoomName(ctx: RequestContext, resourceId: string): Promise<RoomName | null>;
}

/** The mail with a code may arrive: the code must stay valid. The cause is the failure of the request. */
export class MailUnconfirmed extends Error {
  override readonly name = 'MailUnconfirmed';
}

export interface SentMail {
  readonly kind: string;
  readonly sentAt: string;
}

export interface NotificationsClient {
  /** By the id of the booking, oldest first. */
  listSentMails(
    ctx: RequestContext,
    reservationIds: readonly string[],
  ): Promise<ReadonlyMap<string, SentMail[]>>;
  /** Throws MailUnconfirmed, or another error where the mail was not sent. */
  sendCode(
    ctx: RequestContext,
    mail: {
      readonly reservationId: string;
      readonly to: string;
      readonly code: string;
      readonly expiresAt: Temporal.Instant;
      /** Best first. */
      readonly languages: readonly string[];
      readonly property: string | undefined;
      readonly stay: Pick<Stay, 'window' | 'timeZone'> & { readonly resourceName: string | null };
    },
  ): Promise<void>;
}

export interface PaymentToOpen extends FirstPayment {
  readonly reservationId: string;
  readonly until: Temporal.Instant;
}

/** The page of the provider: where it returns to, and what it says is sold. */
export interface PaymentPage {
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly productName: string;
}

/** The money of a reservation that came in through payments. */
export interface Balance {
  /** Received and not returned. */
  readonly netMinorUnits: bigint;
  /** Counts as paid, also where the operator refunded it by choice. */
  readonly paidMinorUnits: bigint;
  readonly returnableMinorUnits: bigint;
}

/** A method throws where the neighbour gives no usable answer. */
export interface PaymentsClient {
  /** Refuses where the tenant cannot receive payments. */
  checkAccount(ctx: RequestContext): Promise<Result<null>>;
  openIntent(
    ctx: RequestContext,
    intent: PaymentToOpen & { readonly idempotencyKey: string },
  ): Promise<Result<OpenIntentResponse>>;
  openCheckout(
    ctx: RequestContext,
    session: PaymentToOpen & PaymentPage,
  ): Promise<Result<{ readonly id: string; readonly url: string }>>;
  /** `minorUnits` undefined: the amount that remains. */
  refund(
    ctx: RequestContext,
    reservationId: string,
    refund: { readonly minorUnits: bigint | undefined; readonly idempotencyKey: string | undefined },
  ): Promise<Result<Replayable<Refund>>>;
  /** Queries the provider first where no success is known yet. */
  checkPayment(ctx: RequestContext, reservationId: string): Promise<PaymentState | 'none'>;
  /** Afterwards no payment can succeed any more. */
  end(ctx: RequestContext, reservationId: string): Promise<'none' | 'ended' | 'succeeded'>;
  /** Ends what is open and returns what is above the amount to keep. May be repeated. */
  settleReservation(
    ctx: RequestContext,
    owed: Pick<OwedSettlement, 'reservationId' | 'settlement'>,
  ): Promise<SettlementOutcome>;
  readBalance(ctx: RequestContext, reservationId: string): Promise<Balance>;
  /** Refunds in full what was paid for a hold that ended. */
  returnPayment(ctx: RequestContext, reservationId: string, reason: 'late' | 'cancelled'): Promise<void>;
  /** Fails within two seconds where payments gives no answer. */
  readMoney(ctx: RequestContext, reservationId: string, obligation: Obligation): Promise<MoneyOfLedger>;
  /** Of many, in their order. */
  readMoneys(
    ctx: RequestContext,
    reservations: readonly { readonly id: string; readonly obligation: Obligation }[],
  ): Promise<MoneyOfLedger[]>;
  openDueIntent(ctx: RequestContext, due: DuePayment): Promise<Result<Replayable<PaymentHandle>>>;
  openDueSession(
    ctx: RequestContext,
    due: DuePayment & PaymentPage & { readonly byGuest?: true | undefined },
  ): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>>;
  /** Opens the intent of a change, or returns the open one. */
  openChangeIntent(ctx: RequestContext, payment: ChangePayment): Promise<Result<PaymentHandle>>;
  /** In place of its intent. */
  openChangeSession(
    ctx: RequestContext,
    payment: ChangePayment & PaymentPage,
  ): Promise<Result<ResponseOf<typeof openDueSession>>>;
  /** Of a change; null: the payment of a hold. Afterwards that payment cannot succeed. */
  cancelAttempt(
    ctx: RequestContext,
    attempt: { readonly reservationId: string; readonly changeId: string | null },
  ): Promise<'none' | 'ended' | 'succeeded'>;
  /** Returns what is above the amount to keep. May be repeated. */
  settleChange(ctx: RequestContext, change: ChangeToSettle): Promise<readonly ChangeRefund[]>;
  /** In full. May be repeated. */
  returnChangePayment(
    ctx: RequestContext,
    change: { readonly reservationId: string; readonly changeId: string },
  ): Promise<void>;
  recordOffline(ctx: RequestContext, payment: OfflinePayment): Promise<Result<Replayable<PaymentEntry>>>;
}

/** The payment of what a change costs. */
export interface ChangePayment {
  readonly reservationId: string;
  readonly changeId: string;
  readonly amount: Money;
  readonly expiresAt: Temporal.Instant;
  /** The guest sent the request. */
  readonly byGuest?: true | undefined;
}

export interface ChangeToSettle {
  readonly reservationId: string;
  readonly changeId: string;
  readonly keepMinorUnits: bigint;
  readonly offlineMinorUnits: bigint;
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
  readonly purpose: 'balance' | 'change' | 'penalty';
  readonly obligation: Obligation;
  readonly amountMinorUnits: string | undefined;
  readonly currency: string;
}

/** Money that the operator took without the provider, or handed back. */
export interface OfflinePayment {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly purpose: 'balance' | 'change' | 'penalty';
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly method: PaymentEntry['method'];
  readonly note: string | null;
  readonly returned: boolean;
  readonly obligation: Obligation;
}
