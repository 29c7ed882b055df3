import {
  checkAccount,
  createRefund,
  endPayment,
  openCheckoutSession,
  openIntent,
  returnPayment,
  settlePayment,
} from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { instantText } from '../domain/facts.ts';
import type { Money } from '../domain/reservation.ts';
import { latePayments } from '../metrics.ts';
import type { Payments } from '../use-cases/ports.ts';

const PROVIDER_MS = 12_000;
/** A refund is not asked for twice, so its one answer is waited for longer than the provider takes. */
const REFUND_MS = 15_000;
const timing = { timeoutMs: PROVIDER_MS };

export function paymentsClient(bus: Bus): Payments {
  return {
    checkAccount: async (call) => {
      const answer = await bus.ask(checkAccount, {}, call, timing);
      return answer.ok ? ok(null) : answer;
    },
    openIntent: (call, { reservationId, idempotencyKey, amount, until }) => {
      const request = { reservationId, idempotencyKey, ...inWords(amount), expiresAt: instantText(until) };
      return bus.ask(openIntent, request, call, timing);
    },
    openCheckout: (call, { amount, until, ...rest }) => {
      const request = { ...rest, ...inWords(amount), expiresAt: instantText(until) };
      return bus.ask(openCheckoutSession, request, call, timing);
    },
    refund: (call, reservationId, minorUnits) => {
      const amount = minorUnits === undefined ? {} : { amountMinorUnits: minorUnits.toString() };
      return bus.ask(createRefund, { reservationId, ...amount }, call, { timeoutMs: REFUND_MS });
    },
    settle: async (call, reservationId) =>
      valueOf(await bus.ask(settlePayment, { reservationId }, call, timing)).state,
    end: async (call, reservationId) =>
      valueOf(await bus.ask(endPayment, { reservationId }, call, timing)).outcome,
    giveBack: async (call, reservationId, reason) => {
      valueOf(await bus.ask(returnPayment, { reservationId, reason }, call, timing));
      if (reason === 'late') latePayments.add(1, { 'lodging.outcome': 'refunded' });
    },
  };
}

function inWords({ minorUnits, currency }: Money) {
  return { amountMinorUnits: minorUnits.toString(), currency };
}

/** These operations refuse nothing. */
function valueOf<T>(answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`payments refused what it never refuses: ${answer.refusal.code}`);
}
