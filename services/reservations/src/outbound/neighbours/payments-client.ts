import {
  checkAccount,
  checkPayment,
  createRefund,
  endPayment,
  openCheckoutSession,
  openDueIntent,
  openDueSession,
  openIntent,
  readMoney,
  readMoneys,
  recordOfflinePayment,
  readBalance,
  returnPayment,
  settleReservation,
} from '@lodging/contract-payments';
import type { SettleReservationResponse } from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Answer, Bus } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Obligation } from '../../domain/money/obligation.ts';
import type { SettlementOutcome } from '../../domain/cancellation/settle.ts';
import type { DuePayment, PaymentToOpen, PaymentsClient, Replayable } from '../../ports/neighbours.ts';
import { createChangePayments } from './change-payments.ts';
import { PROVIDER, valueOf } from './payment-calls.ts';
import type { OwedSettlement } from '../../ports/cancellation.ts';

/** A refund is not repeated, so its only answer gets longer than the provider's timeout. */
const REFUND = { timeoutMs: 15_000 };
/** Payments answers these from its own tables, so a short timeout is enough. */
const READ = { timeoutMs: 1_500 };
const READ_MANY = { timeoutMs: 5_000 };
/** Of one request. */
const MANY = 50;

export function createPaymentsClient(bus: Bus): PaymentsClient {
  return {
    checkAccount: async (ctx) => {
      const answer = await bus.request(checkAccount, {}, ctx, PROVIDER);
      return answer.ok ? ok(null) : answer;
    },
    openIntent: (ctx, { idempotencyKey, ...payment }) =>
      bus.request(openIntent, { ...toPaymentRequest(payment), idempotencyKey }, ctx, PROVIDER),
    openCheckout: (ctx, { successUrl, cancelUrl, productName, ...payment }) =>
      bus.request(
        openCheckoutSession,
        { ...toPaymentRequest(payment), successUrl, cancelUrl, productName },
        ctx,
        PROVIDER,
      ),
    refund: async (ctx, reservationId, { minorUnits, idempotencyKey }) => {
      const amount = minorUnits === undefined ? {} : { amountMinorUnits: minorUnits.toString() };
      const request = { reservationId, ...amount, idempotencyKey };
      return replayable(await bus.request(createRefund, request, ctx, REFUND));
    },
    checkPayment: async (ctx, reservationId) =>
      valueOf(await bus.request(checkPayment, { reservationId }, ctx, PROVIDER)).state,
    end: async (ctx, reservationId) =>
      valueOf(await bus.request(endPayment, { reservationId }, ctx, PROVIDER)).outcome,
    settleReservation: async (ctx, owed) =>
      toOutcome(valueOf(await bus.request(settleReservation, toSettleRequest(owed), ctx, PROVIDER))),
    readBalance: async (ctx, reservationId) =>
      toBalance(valueOf(await bus.request(readBalance, { reservationId }, ctx))),
    returnPayment: async (ctx, reservationId, reason) => {
      const answer = await bus.request(returnPayment, { reservationId, reason }, ctx, PROVIDER);
      if (!answer.ok) throw new Error(`payments did not return the money: ${answer.refusal.detail}`);
    },
    readMoney: async (ctx, reservationId, obligation) =>
      valueOf(
        await bus.request(readMoney, { reservationId, obligation: toObligation(obligation) }, ctx, READ),
      ),
    readMoneys: (ctx, reservations) => readManyMoneys(bus, ctx, reservations),
    openDueIntent: async (ctx, due) =>
      replayable(await bus.request(openDueIntent, toDue(due), ctx, PROVIDER)),
    openDueSession: async (ctx, { successUrl, cancelUrl, productName, byGuest, ...due }) => {
      const request = { ...toDue(due), successUrl, cancelUrl, productName, byGuest };
      return replayable(await bus.request(openDueSession, request, ctx, PROVIDER));
    },
    ...createChangePayments(bus),
    recordOffline: async (ctx, { obligation, ...payment }) => {
      const request = { ...payment, obligation: toObligation(obligation) };
      return replayable(await bus.request(recordOfflinePayment, request, ctx, READ));
    },
  };
}

async function readManyMoneys(
  bus: Bus,
  ctx: RequestContext,
  reservations: Parameters<PaymentsClient['readMoneys']>[1],
): ReturnType<PaymentsClient['readMoneys']> {
  const moneys: Awaited<ReturnType<PaymentsClient['readMoneys']>> = [];
  for (let from = 0; from < reservations.length; from += MANY) {
    const some = reservations.slice(from, from + MANY).map(({ id, obligation }) => ({
      reservationId: id,
      obligation: toObligation(obligation),
    }));
    moneys.push(...valueOf(await bus.request(readMoneys, { reservations: some }, ctx, READ_MANY)).moneys);
  }
  return moneys;
}

function toBalance(balance: ResponseOf<typeof readBalance>) {
  return {
    netMinorUnits: BigInt(balance.netMinorUnits),
    paidMinorUnits: BigInt(balance.paidMinorUnits),
    returnableMinorUnits: BigInt(balance.returnableMinorUnits),
  };
}

function toObligation({ dueByNow, paidOffline }: Obligation) {
  return { dueByNowMinorUnits: dueByNow.toString(), paidOfflineMinorUnits: paidOffline.toString() };
}

function toDue({ obligation, amountMinorUnits, ...due }: DuePayment) {
  const amount = amountMinorUnits === undefined ? {} : { amountMinorUnits };
  return { ...due, ...amount, obligation: toObligation(obligation) };
}

function replayable<T>(answer: Answer<T>): Result<Replayable<T>> {
  return answer.ok ? ok({ value: answer.value, replayed: answer.replayed === true }) : answer;
}

function toPaymentRequest({ reservationId, amount, purpose, until }: PaymentToOpen) {
  return {
    reservationId,
    purpose,
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
    expiresAt: instantText(until),
  };
}

function toSettleRequest({
  reservationId,
  settlement,
}: Pick<OwedSettlement, 'reservationId' | 'settlement'>): RequestOf<typeof settleReservation> {
  const { id, kind: reason, keepMinorUnits, offlineMinorUnits } = settlement;
  const amounts = {
    keepMinorUnits: keepMinorUnits.toString(),
    offlineMinorUnits: offlineMinorUnits.toString(),
  };
  return { reservationId, settlement: { id, reason, ...amounts } };
}

function toOutcome(settled: SettleReservationResponse): SettlementOutcome {
  const { keptMinorUnits, refundMinorUnits, dueMinorUnits, refunds } = settled;
  return { keptMinorUnits, refundMinorUnits, dueMinorUnits, refunds };
}
