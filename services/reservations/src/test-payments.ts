// Owns payments as tests see it: money comes when a test says so.
import {
  endPayment,
  openIntent,
  paymentSucceeded,
  returnPayment,
  settlePayment,
} from '@lodging/contract-payments';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { randomUUID } from 'node:crypto';
import type { Breakable } from './test-breakable.ts';

export function stubPayments(before: Breakable) {
  const paid = new Set<string>();
  const ended = new Set<string>();
  const returned: { reservationId: string; reason: string }[] = [];
  const openers = new Map<string, string>();

  const routes = [
    on(openIntent, async ({ reservationId, idempotencyKey, ...amount }) => {
      if (ended.has(reservationId)) return refuse('reservation_not_holdable', 'ended');
      if (paid.has(reservationId)) return refuse('already_paid', 'paid');
      const opener = openers.get(reservationId);
      openers.set(reservationId, opener ?? idempotencyKey);
      const again = opener === idempotencyKey ? 'replayed' : 'already_open';
      const outcome: 'created' | typeof again = opener === undefined ? 'created' : again;
      return ok({ handle: handleOf(reservationId, amount), outcome });
    }),
    on(settlePayment, async ({ reservationId }) => {
      await before.settle?.();
      const state = paid.has(reservationId) ? ('succeeded' as const) : ('none' as const);
      return ok({ state, amountMinorUnits: null, currency: null });
    }),
    on(endPayment, async ({ reservationId }) => {
      await before.end?.();
      if (paid.has(reservationId)) return ok({ outcome: 'succeeded' as const });
      ended.add(reservationId);
      return ok({ outcome: 'ended' as const });
    }),
    on(returnPayment, async ({ reservationId, reason }) => {
      returned.push({ reservationId, reason });
      return ok({ refund: null });
    }),
  ];
  return { routes, paid, ended, returned };
}

function handleOf(reservationId: string, amount: { amountMinorUnits: string; currency: string }) {
  const { amountMinorUnits, currency } = amount;
  const provider = { providerPaymentIntentId: `pi_${reservationId}`, clientSecret: 'a client secret' };
  return { reservationId, ...provider, amountMinorUnits, currency, state: 'requires_payment' as const };
}

/** What payments publishes, once or again. */
export function publishPaid(
  bus: Bus,
  tenantId: string,
  reservationId: string,
  eventId: string = randomUUID(),
): void {
  const { clientSecret: _, ...facts } = handleOf(reservationId, {
    amountMinorUnits: '10000',
    currency: 'EUR',
  });
  const event = {
    id: eventId,
    type: paymentSucceeded.type,
    tenantId,
    livemode: true,
    occurredAt: '2026-11-20T12:00:00Z',
    aggregateId: reservationId,
    aggregateVersion: 1,
    data: { payment: { ...facts, state: 'succeeded' } },
  };
  bus.connection.publish(paymentSucceeded.type, JSON.stringify(event));
}
