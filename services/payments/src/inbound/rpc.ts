import * as contract from '@lodging/contract-payments';
import { instantText, mapResult, ok } from '@lodging/kernel';
import { okReplayed, on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { accountNotFound } from '../domain/accounts/account-not-found.ts';
import type { PaymentsDeps } from '../ports/deps.ts';
import { checkAccount } from '../use-cases/accounts/check-account.ts';
import { checkRedirectUrl } from '../use-cases/accounts/check-redirect-url.ts';
import { createRefund } from '../use-cases/refunds/create-refund.ts';
import {
  atLeastZero,
  netMinorUnits,
  paidMinorUnits,
  returnableMinorUnits,
} from '../domain/ledger/balance.ts';
import { endPayment } from '../use-cases/attempts/end-payment.ts';
import { openCheckoutSession } from '../use-cases/attempts/open-checkout-session.ts';
import { openDueIntent, openDueSession } from '../use-cases/attempts/open-due-payment.ts';
import { openIntent } from '../use-cases/attempts/open-intent.ts';
import { readOwnAccount } from '../use-cases/accounts/read-own-account.ts';
import { readMoney } from '../use-cases/ledger/read-money.ts';
import { readMoneys } from '../use-cases/ledger/read-moneys.ts';
import { recordOffline } from '../use-cases/ledger/record-offline-payment.ts';
import { refundPayment } from '../use-cases/refunds/refund-payment.ts';
import { setPaymentAccount } from '../use-cases/accounts/set-payment-account.ts';
import { settleReservation } from '../use-cases/cancellation/settle-reservation.ts';
import { checkPayment } from '../use-cases/attempts/check-payment.ts';
import { accountToWire, ownAccountToWire } from '../wire/accounts.ts';
import {
  checkedPaymentToWire,
  dueSessionToWire,
  dueRequestFromWire,
  dueSessionRequestFromWire,
  intentRequestFromWire,
  sessionRequestFromWire,
  handleToWire,
  openedIntentToWire,
} from '../wire/attempts.ts';
import {
  offlineRequestFromWire,
  readMoneyFromWire,
  moneySummaryToWire,
  moneyToWire,
  offlineToWire,
} from '../wire/ledger.ts';
import {
  createdRefundToWire,
  refundRequestFromWire,
  refundToWire,
  unrequestedRefundToWire,
} from '../wire/refunds.ts';
import { settlementTermsFromWire, statementToWire } from '../wire/cancellation.ts';
import { changeRoutes } from './change-routes.ts';
import { notificationRoutes } from './notification-routes.ts';
import { orUnavailable } from './or-unavailable.ts';

export function rpcRoutes(deps: PaymentsDeps): Route[] {
  return [
    ...attemptRoutes(deps),
    ...cancellationRoutes(deps),
    ...changeRoutes(deps),
    ...refundRoutes(deps),
    ...ledgerRoutes(deps),
    ...accountRoutes(deps),
    ...notificationRoutes(deps),
  ];
}

function attemptRoutes(deps: PaymentsDeps): Route[] {
  return [
    on(contract.openIntent, async (request, ctx) => {
      const opened = await orUnavailable(contract.openIntent, () =>
        openIntent(deps, ctx, intentRequestFromWire(request)),
      );
      if (!opened.ok) return opened;
      const response = openedIntentToWire(opened.value);
      return response.outcome === 'replayed' ? okReplayed(response) : ok(response);
    }),
    on(contract.openDueIntent, async (request, ctx) => {
      const opened = await openDueIntent(deps, ctx, dueRequestFromWire(request));
      return opened.ok ? replayable(handleToWire(opened.value.handle), opened.value.isReplayed) : opened;
    }),
    on(contract.openDueSession, async (request, ctx) => {
      const opened = await openDueSession(deps, ctx, dueSessionRequestFromWire(request));
      return opened.ok ? replayable(dueSessionToWire(opened.value), opened.value.isReplayed) : opened;
    }),
    on(contract.openCheckoutSession, (request, ctx) =>
      orUnavailable(contract.openCheckoutSession, () =>
        openCheckoutSession(deps, ctx, sessionRequestFromWire(request)),
      ),
    ),
  ];
}

function cancellationRoutes(deps: PaymentsDeps): Route[] {
  return [
    on(contract.checkPayment, async (request, ctx) => {
      const checked = await orUnavailable(contract.checkPayment, () => checkPayment(deps, ctx, request));
      return ok(checkedPaymentToWire(checked));
    }),
    on(contract.settleReservation, async (request, ctx) => {
      const { reservationId } = request;
      const statement = await settleReservation(deps, ctx, {
        reservationId,
        ...settlementTermsFromWire(request.settlement),
      });
      return ok(statementToWire(reservationId, statement));
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

function refundRoutes(deps: PaymentsDeps): Route[] {
  return [
    on(contract.returnPayment, async (request, ctx) => {
      const refunded = await orUnavailable(contract.returnPayment, () => refundPayment(deps, ctx, request));
      return mapResult(refunded, (refund) => ({
        refund: refund && refundToWire(request.reservationId, refund),
      }));
    }),
    on(contract.createRefund, async (request, ctx) => {
      const created = await createRefund(deps, ctx, refundRequestFromWire(request));
      return created.ok
        ? replayable(createdRefundToWire(request.reservationId, created.value), created.value.isReplayed)
        : created;
    }),
    on(contract.listLostPayments, async () => {
      const found = await deps.lostPayments.list();
      return ok({ lostPayments: found.map((one) => ({ ...one, foundAt: instantText(one.foundAt) })) });
    }),
    on(contract.listUnrequestedRefunds, async ({ after, limit }) => {
      const refunds = await deps.unrequestedRefunds.list(after, limit);
      return ok({ refunds: refunds.map(unrequestedRefundToWire) });
    }),
  ];
}

function ledgerRoutes(deps: PaymentsDeps): Route[] {
  return [
    on(contract.readMoneys, async ({ reservations }, ctx) => {
      const moneys = await readMoneys(deps, ctx, { reservations: reservations.map(readMoneyFromWire) });
      return ok({ moneys: moneys.map(moneyToWire) });
    }),
    on(contract.readMoney, async (request, ctx) =>
      ok(moneyToWire(await readMoney(deps, ctx, readMoneyFromWire(request)))),
    ),
    on(contract.summarizeMoney, async ({ from, to }, { tenantId }) => {
      const period = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
      const totals = await deps.moneySummaries.summarize(tenantId, period);
      return ok({ totals: totals.map(moneySummaryToWire) });
    }),
    on(contract.recordOfflinePayment, async (request, ctx) => {
      const recorded = await recordOffline(deps, ctx, offlineRequestFromWire(request));
      return recorded.ok
        ? replayable(offlineToWire(recorded.value.payment), recorded.value.isReplayed)
        : recorded;
    }),
  ];
}

function replayable<T>(response: T, isReplayed: boolean) {
  return isReplayed ? okReplayed(response) : ok(response);
}

function accountRoutes(deps: PaymentsDeps): Route[] {
  const { accounts } = deps;
  return [
    on(contract.checkAccount, (_request, ctx) => checkAccount(deps, ctx)),
    on(contract.checkRedirectUrl, (request, ctx) => checkRedirectUrl(deps, ctx, request)),
    on(contract.setPaymentAccount, async (request, ctx) => {
      return mapResult(await setPaymentAccount(deps, ctx, request), accountToWire);
    }),
    on(contract.readPaymentAccount, async (_request, { tenantId }) => {
      const account = await accounts.find(tenantId);
      return account === undefined ? accountNotFound() : ok(accountToWire(account));
    }),
    on(contract.readOwnPaymentAccount, async (_request, ctx) => {
      return mapResult(await readOwnAccount(deps, ctx), ownAccountToWire);
    }),
    on(contract.removePaymentAccount, async (_request, { tenantId }) => {
      const removed = await accounts.remove(tenantId);
      return removed ? ok({ removed }) : accountNotFound();
    }),
  ];
}
