import * as contract from '@lodging/contract-payments';
import { instantText, ok, refuse } from '@lodging/kernel';
import { okReplayed, on, Unavailable } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { ProviderUnavailable } from '../ports.ts';
import type { LostPaymentRepository, MoneySummaryRepository, UnrequestedRefundRepository } from '../ports.ts';
import { checkAccount } from '../use-cases/check-account.ts';
import { createRefund } from '../use-cases/create-refund.ts';
import type { CreateRefundDeps } from '../use-cases/create-refund.ts';
import { atLeastZero, netMinorUnits, paidMinorUnits, returnableMinorUnits } from '../domain/balance.ts';
import { endPayment } from '../use-cases/end-payment.ts';
import { openCheckoutSession } from '../use-cases/open-checkout-session.ts';
import { openDueIntent, openDueSession } from '../use-cases/open-due-payment.ts';
import { openIntent } from '../use-cases/open-intent.ts';
import type { PaymentAttemptDeps } from '../use-cases/start-attempt.ts';
import { readMoney } from '../use-cases/read-money.ts';
import { recordOffline } from '../use-cases/record-offline-payment.ts';
import { refundPayment } from '../use-cases/refund-payment.ts';
import { setPaymentAccount } from '../use-cases/set-payment-account.ts';
import { settleReservation } from '../use-cases/settle-reservation.ts';
import { settlePayment } from '../use-cases/settle-payment.ts';
import type { SettlePaymentDeps } from '../use-cases/settle-payment.ts';
import * as wire from './wire.ts';

export interface RpcDeps extends PaymentAttemptDeps, CreateRefundDeps, SettlePaymentDeps {
  readonly unrequestedRefunds: UnrequestedRefundRepository;
  readonly lostPayments: LostPaymentRepository;
  readonly moneySummaries: MoneySummaryRepository;
}

export function rpcRoutes(deps: RpcDeps): Route[] {
  return [
    ...attemptRoutes(deps),
    ...settlementRoutes(deps),
    ...refundRoutes(deps),
    ...ledgerRoutes(deps),
    ...accountRoutes(deps),
  ];
}

function attemptRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.openIntent, async (request, ctx) => {
      const opened = await orUnavailable(contract.openIntent, () =>
        openIntent(deps, ctx, wire.fromIntentRequest(request)),
      );
      if (!opened.ok) return opened;
      const response = wire.openedIntentToWire(opened.value);
      return response.outcome === 'replayed' ? okReplayed(response) : ok(response);
    }),
    on(contract.openDueIntent, async (request, ctx) => {
      const opened = await openDueIntent(deps, ctx, wire.fromDueRequest(request));
      return opened.ok ? replayable(wire.handleToWire(opened.value.handle), opened.value.isReplayed) : opened;
    }),
    on(contract.openDueSession, async (request, ctx) => {
      const opened = await openDueSession(deps, ctx, wire.fromDueSessionRequest(request));
      return opened.ok ? replayable(wire.dueSessionToWire(opened.value), opened.value.isReplayed) : opened;
    }),
    on(contract.openCheckoutSession, (request, ctx) =>
      orUnavailable(contract.openCheckoutSession, () =>
        openCheckoutSession(deps, ctx, wire.fromSessionRequest(request)),
      ),
    ),
  ];
}

function settlementRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.settlePayment, async (request, ctx) => {
      const settled = await orUnavailable(contract.settlePayment, () => settlePayment(deps, ctx, request));
      return ok(wire.settledPaymentToWire(settled));
    }),
    on(contract.settle, async (request, ctx) => {
      const { reservationId } = request;
      const statement = await settleReservation(deps, ctx, {
        reservationId,
        ...wire.fromSettlementTerms(request.settlement),
      });
      return ok(wire.statementToWire(reservationId, statement));
    }),
    on(contract.readBalance, async ({ reservationId }, ctx) => {
      const ledger = await deps.ledgers.read(ctx.tenantId, reservationId);
      return ok({
        netMinorUnits: atLeastZero(netMinorUnits(ledger)).toString(),
        paidMinorUnits: atLeastZero(paidMinorUnits(ledger)).toString(),
        returnableMinorUnits: returnableMinorUnits(ledger).toString(),
      });
    }),
    on(contract.endPayment, async (request, ctx) =>
      ok({ outcome: await orUnavailable(contract.endPayment, () => endPayment(deps, ctx, request)) }),
    ),
  ];
}

function refundRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.returnPayment, async (request, ctx) => {
      const refund = await orUnavailable(contract.returnPayment, () => refundPayment(deps, ctx, request));
      return ok({ refund: refund && wire.refundToWire(request.reservationId, refund) });
    }),
    on(contract.createRefund, async (request, ctx) => {
      const created = await createRefund(deps, ctx, wire.fromRefundRequest(request));
      return created.ok ? ok(wire.createdRefundToWire(request.reservationId, created.value)) : created;
    }),
    on(contract.listLostPayments, async () => {
      const found = await deps.lostPayments.list();
      return ok({ lostPayments: found.map((one) => ({ ...one, foundAt: instantText(one.foundAt) })) });
    }),
    on(contract.listUnrequestedRefunds, async ({ after, limit }) => {
      const refunds = await deps.unrequestedRefunds.list(after, limit);
      return ok({ refunds: refunds.map(wire.unrequestedRefundToWire) });
    }),
  ];
}

function ledgerRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.readMoney, async (request, ctx) =>
      ok(wire.moneyToWire(await readMoney(deps, ctx, wire.fromReadMoney(request)))),
    ),
    on(contract.summarizeMoney, async ({ from, to }, { tenantId }) => {
      const period = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
      const totals = await deps.moneySummaries.summarize(tenantId, period);
      return ok({ totals: totals.map(wire.moneySummaryToWire) });
    }),
    on(contract.recordOfflinePayment, async (request, ctx) => {
      const recorded = await recordOffline(deps, ctx, wire.fromOfflineRequest(request));
      return recorded.ok
        ? replayable(wire.offlineToWire(recorded.value.payment), recorded.value.isReplayed)
        : recorded;
    }),
  ];
}

function replayable<T>(response: T, isReplayed: boolean) {
  return isReplayed ? okReplayed(response) : ok(response);
}

function accountRoutes(deps: RpcDeps): Route[] {
  const { accounts } = deps;
  const notFound = () => refuse('payment_account_not_found', 'The tenant has no payment account.');
  return [
    on(contract.checkAccount, (_request, ctx) => checkAccount(deps, ctx)),
    on(contract.setPaymentAccount, async (request, ctx) => {
      const set = await setPaymentAccount(deps, ctx, request);
      return set.ok ? ok(wire.accountToWire(set.value)) : set;
    }),
    on(contract.readPaymentAccount, async (_request, { tenantId }) => {
      const account = await accounts.find(tenantId);
      return account === undefined ? notFound() : ok(wire.accountToWire(account));
    }),
    on(contract.removePaymentAccount, async (_request, { tenantId }) => {
      const removed = await accounts.remove(tenantId);
      return removed ? ok({ removed }) : notFound();
    }),
  ];
}

/** An outage of the provider is an outage of this operation to its callers. */
async function orUnavailable<T>(operation: { readonly subject: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Unavailable(operation.subject, 'fault', error);
    throw error;
  }
}
