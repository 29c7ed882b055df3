// Owns how reservations speaks to payments. Behind some answers stands the payment provider, so they may take longer.
import { endPayment, openIntent, returnPayment, settlePayment } from '@lodging/contract-payments';
import type { Result } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { instantText } from '../domain/facts.ts';
import type { Payments } from '../use-cases/ports.ts';

const PROVIDER_MS = 12_000;
const timing = { timeoutMs: PROVIDER_MS };

export function paymentsClient(bus: Bus): Payments {
  return {
    openIntent: (call, { reservationId, idempotencyKey, amount, until }) => {
      const { minorUnits, currency } = amount;
      const money = { amountMinorUnits: minorUnits.toString(), currency };
      const request = { reservationId, idempotencyKey, ...money, expiresAt: instantText(until) };
      return bus.ask(openIntent, request, call, timing);
    },
    settle: async (call, reservationId) =>
      valueOf(await bus.ask(settlePayment, { reservationId }, call, timing)).state,
    end: async (call, reservationId) =>
      valueOf(await bus.ask(endPayment, { reservationId }, call, timing)).outcome,
    giveBack: async (call, reservationId, reason) => {
      valueOf(await bus.ask(returnPayment, { reservationId, reason }, call, timing));
    },
  };
}

/** These operations refuse nothing. */
function valueOf<T>(answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`payments refused what it never refuses: ${answer.refusal.code}`);
}
