import {
  checkAccount,
  createRefund,
  endPayment,
  openCheckoutSession,
  openDueIntent,
  openDueSession,
  openIntent,
  paymentOpened,
  paymentFailed,
  paymentSucceeded,
  paymentUnclaimed,
  readMoney,
  readMoneys,
  recordOfflinePayment,
  readBalance,
  returnPayment,
  settleReservation,
  checkPayment,
  summarizeMoney,
} from '@lodging/contract-payments';
import type { PaymentEntry } from '@lodging/contract-payments';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { okReplayed, on } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { refusalOf } from './neighbour-faults.ts';
import { stubChangePayments } from './stub-change-payments.ts';
import { moneyOf } from './stub-money.ts';
import type { NeighbourFaults } from './neighbour-faults.ts';

/** Ids of reservations by what happened to their payment. */
interface Payments {
  readonly paid: Set<string>;
  readonly ended: Set<string>;
  /** What the payment page says is sold. */
  readonly titles: Map<string, string>;
  readonly returned: { reservationId: string; reason: string }[];
  /** What came in for a reservation and has not gone back. */
  readonly net: Map<string, bigint>;
  /** What the operator sent back by choice, beside it. */
  readonly refundedByHand: Map<string, bigint>;
  /** The part of it that the operator took, and the provider cannot send back. */
  readonly atTheDesk: Map<string, bigint>;
  readonly settled: SettleRequest[];
  /** Whose refund the provider has not finished. */
  readonly refunding: Set<string>;
}

type SettleRequest = RequestOf<typeof settleReservation>;

/** `publish` publishes `payment.opened`, which the history records. */
export function stubPayments(faults: NeighbourFaults, publish: PublishOpened) {
  const payments: Payments = {
    paid: new Set(),
    ended: new Set(),
    titles: new Map(),
    returned: [],
    net: new Map(),
    refundedByHand: new Map(),
    atTheDesk: new Map(),
    settled: [],
    refunding: new Set(),
  };
  const changes = stubChangePayments(payments, faults);
  return {
    ...payments,
    changes,
    routes: [
      ...changes.routes,
      ...paymentRoutes(payments, faults, publish),
      ...settlementRoutes(payments, faults),
      ...endingRoutes(payments, faults),
      ...moneyRoutes(payments, faults),
    ],
  };
}

type PublishOpened = (ctx: RequestContext, reservationId: string) => void;

function paymentRoutes(
  { paid, ended, titles }: Payments,
  faults: NeighbourFaults,
  publish: PublishOpened,
): Route[] {
  const openers = new Map<string, string>();
  const sessions = new Set<string>();
  return [
    on(checkAccount, async () => {
      const refused = await refusalOf(faults.account);
      return refused === undefined ? ok({ canCharge: true as const }) : refuse(refused, 'refused');
    }),
    on(openIntent, async ({ reservationId, idempotencyKey, ...amount }, ctx) => {
      const refused = await refusalOf(faults.open);
      if (refused !== undefined) return refuse(refused, 'refused');
      if (sessions.has(reservationId)) return refuse('payment_already_initiated', 'a session is open');
      if (ended.has(reservationId)) return refuse('reservation_not_holdable', 'ended');
      const opener = openers.get(reservationId);
      if (paid.has(reservationId) && opener !== idempotencyKey) return refuse('already_paid', 'paid');
      openers.set(reservationId, opener ?? idempotencyKey);
      const again = opener === idempotencyKey ? 'replayed' : 'already_open';
      const outcome: 'created' | typeof again = opener === undefined ? 'created' : again;
      if (outcome === 'created') publish(ctx, reservationId);
      return ok({ handle: handleOf(reservationId, amount), outcome });
    }),
    on(openCheckoutSession, async ({ reservationId, productName }, ctx) => {
      titles.set(reservationId, productName ?? '');
      if (paid.has(reservationId)) return refuse('already_paid', 'paid');
      if (openers.has(reservationId)) return refuse('payment_already_initiated', 'an intent is open');
      if (!sessions.has(reservationId)) publish(ctx, reservationId);
      sessions.add(reservationId);
      return ok({ id: `cs_${reservationId}`, url: `https://pay.example/${reservationId}` });
    }),
  ];
}

function settlementRoutes({ paid, ended, returned }: Payments, faults: NeighbourFaults): Route[] {
  const keys = new Map<string, string>();
  return [
    on(createRefund, async ({ reservationId, amountMinorUnits = '10000', idempotencyKey }) => {
      if (!paid.has(reservationId)) return refuse('no_succeeded_payment', 'not paid');
      const known = keys.get(idempotencyKey ?? '');
      const made = { id: known ?? randomUUID(), reservationId, amountMinorUnits, currency: 'EUR' };
      if (idempotencyKey !== undefined) keys.set(idempotencyKey, made.id);
      const refund = { ...made, state: 'succeeded' as const, providerRefundId: 're_1' };
      return known === undefined ? ok(refund) : okReplayed(refund);
    }),
    on(checkPayment, async ({ reservationId }) => {
      await faults.checkPayment?.();
      const state = paid.has(reservationId) ? ('succeeded' as const) : ('none' as const);
      return ok({ state, amountMinorUnits: null, currency: null });
    }),
    on(endPayment, async ({ reservationId }) => {
      await faults.end?.();
      const isReturned = returned.some((refund) => refund.reservationId === reservationId);
      if (paid.has(reservationId) && !isReturned) return ok({ outcome: 'succeeded' as const });
      ended.add(reservationId);
      return ok({ outcome: 'ended' as const });
    }),
    on(returnPayment, async ({ reservationId, reason }) => {
      await faults.return?.();
      const isKnown = returned.some((refund) => refund.reservationId === reservationId);
      if (paid.has(reservationId) && !isKnown) returned.push({ reservationId, reason });
      await faults.returned?.();
      return ok({ refund: null });
    }),
  ];
}

/** Answers with the amount that the request says is due, and refuses a payment of anything else. */
function moneyRoutes({ titles, ...known }: Payments, faults: NeighbourFaults): Route[] {
  const recorded = new Map<string, PaymentEntry>();
  return [
    on(readMoney, async (request) => {
      await faults.money?.();
      return ok(moneyOf(known, request));
    }),
    on(readMoneys, async ({ reservations }) => {
      await faults.money?.();
      return ok({ moneys: reservations.map((request) => moneyOf(known, request)) });
    }),
    on(summarizeMoney, async () => ok({ totals: [] })),
    on(openDueIntent, async ({ reservationId, purpose, obligation, amountMinorUnits, currency }) => {
      const due = obligation.dueByNowMinorUnits;
      if (due === '0') return refuse('nothing_due', purpose);
      return ok(handleOf(reservationId, { amountMinorUnits: amountMinorUnits ?? due, currency }));
    }),
    on(openDueSession, async ({ reservationId, obligation, currency, productName }) => {
      titles.set(reservationId, productName ?? '');
      const due = obligation.dueByNowMinorUnits;
      if (due === '0') return refuse('nothing_due', 'nothing');
      const expiresAt = Temporal.Now.instant().add({ hours: 24 }).toString();
      const url = `https://pay.example/${reservationId}`;
      return ok({ id: `cs_${reservationId}`, url, amountMinorUnits: due, currency, expiresAt });
    }),
    on(
      recordOfflinePayment,
      async ({ idempotencyKey, purpose, amountMinorUnits, method, note, returned }) => {
        const known = recorded.get(idempotencyKey);
        if (known !== undefined) return okReplayed(known);
        const createdAt = Temporal.Now.instant().toString();
        const entry = { id: randomUUID(), purpose, method, amountMinorUnits, note, returned, createdAt };
        recorded.set(idempotencyKey, { ...entry, providerPaymentIntentId: null, state: 'succeeded' });
        return ok({ ...entry, providerPaymentIntentId: null, state: 'succeeded' as const });
      },
    ),
  ];
}

/** Keeps what the settlement says of what is here, and returns the rest at once. */
function endingRoutes({ net, atTheDesk, settled, refunding }: Payments, faults: NeighbourFaults): Route[] {
  return [
    on(readBalance, async ({ reservationId }) => {
      await faults.balance?.();
      const here = net.get(reservationId) ?? 0n;
      const returnable = here - (atTheDesk.get(reservationId) ?? 0n);
      return ok({
        netMinorUnits: String(here),
        paidMinorUnits: String(here),
        returnableMinorUnits: String(returnable),
      });
    }),
    on(settleReservation, async (request) => {
      await faults.settleReservation?.();
      settled.push(request);
      const { reservationId, settlement } = request;
      const offline = BigInt(settlement.offlineMinorUnits);
      const here = (net.get(reservationId) ?? 0n) + offline;
      const keep = BigInt(settlement.keepMinorUnits);
      const kept = keep < here ? keep : here;
      const refund = offline > 0n ? 0n : here - kept;
      const state = refunding.has(reservationId) ? ('pending' as const) : ('succeeded' as const);
      const made = { id: settlement.id, reservationId, amountMinorUnits: String(refund), currency: 'EUR' };
      return ok({
        settlementId: settlement.id,
        keepMinorUnits: String(keep),
        netMinorUnits: String(here),
        keptMinorUnits: String(kept),
        refundMinorUnits: String(refund),
        dueMinorUnits: String(keep - kept),
        owedMinorUnits: String(offline - kept > 0n ? offline - kept : 0n),
        refunds: refund === 0n ? [] : [{ ...made, state, providerRefundId: 're_1' }],
      });
    }),
  ];
}

function handleOf(reservationId: string, amount: { amountMinorUnits: string; currency: string }) {
  const { amountMinorUnits, currency } = amount;
  const provider = { providerPaymentIntentId: `pi_${reservationId}`, clientSecret: 'a client secret' };
  return { reservationId, ...provider, amountMinorUnits, currency, state: 'requires_payment' as const };
}

/** The event `payment.succeeded`; the same `eventId` repeats it. */
export function publishPaymentSucceeded(
  bus: Bus,
  tenantId: string,
  reservationId: string,
  eventId: string = randomUUID(),
  changeId: string | null = null,
): void {
  const { clientSecret: _, ...payment } = handleOf(reservationId, {
    amountMinorUnits: '10000',
    currency: 'EUR',
  });
  const data = {
    payment: { ...payment, state: 'succeeded' },
    ...(changeId !== null && { purpose: 'change', changeId }),
  };
  publish(bus, { id: eventId, type: paymentSucceeded.type, tenantId, aggregateId: reservationId, data });
}

/** The event `payment.failed`; the same `eventId` repeats it. */
export function publishPaymentFailed(
  bus: Bus,
  tenantId: string,
  { reservationId, state, eventId = randomUUID() }: FailedPayment,
): void {
  const amount = { amountMinorUnits: '10000', currency: 'EUR' };
  const { clientSecret: _, ...payment } = handleOf(reservationId, amount);
  const data = { payment: { ...payment, state } };
  publish(bus, { id: eventId, type: paymentFailed.type, tenantId, aggregateId: reservationId, data });
}

export interface FailedPayment {
  readonly reservationId: string;
  /** `failed`: it is over; any other: a card was declined. */
  readonly state: 'requires_payment' | 'failed';
  readonly eventId?: string;
}

/** The event `payment.opened`, as of a secret key. */
export function publishPaymentOpened(
  bus: Bus,
  { tenantId, caller, requestId }: RequestContext,
  reservationId: string,
): void {
  const requestedBy = { kind: 'secret_key', id: caller.keyId ?? null, requestId };
  const data = { reservationId, paymentId: randomUUID(), requestedBy };
  const type = paymentOpened.type;
  publish(bus, { id: randomUUID(), type, tenantId, aggregateId: reservationId, data });
}

/** The event `payment.unclaimed`: the reservation has ended, and its money is still there. */
export function publishPaymentUnclaimed(bus: Bus, tenantId: string, reservationId: string): void {
  const type = paymentUnclaimed.type;
  publish(bus, { id: randomUUID(), type, tenantId, aggregateId: reservationId, data: { reservationId } });
}

function publish(bus: Bus, event: { readonly type: string } & Record<string, unknown>): void {
  const envelope = { livemode: true, occurredAt: '2026-11-20T12:00:00Z', aggregateVersion: 1, ...event };
  bus.connection.publish(event.type, JSON.stringify(envelope));
}
