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
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Obligation } from '../domain/obligation.ts';
import type { FirstPayment } from '../domain/reservation-terms.ts';
import type { SettlementOutcome } from '../domain/settlement.ts';
import type { OwedSettlement } from './settlements.ts';

export type { MoneyOfLedger };

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
