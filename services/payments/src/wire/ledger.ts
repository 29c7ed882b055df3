import type {
  PaymentEntry,
  readMoney,
  recordOfflinePayment,
  summarizeMoney,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import { hasIntent, publicState } from '../domain/ledger/payment.ts';
import type { Payment } from '../domain/ledger/payment.ts';
import type { Obligation } from '../domain/ledger/balance.ts';
import type { OfflinePayment } from '../domain/ledger/offline-payment.ts';
import type { MoneySummary } from '../ports/ledger.ts';
import type { Money, ReadMoney } from '../use-cases/ledger/read-money.ts';
import type { RecordOffline } from '../use-cases/ledger/record-offline-payment.ts';
import { reasonToWire, refundToWire } from './refunds.ts';

export function readMoneyFromWire({ reservationId, obligation }: RequestOf<typeof readMoney>): ReadMoney {
  return { reservationId, obligation: obligationFromWire(obligation) };
}

export function obligationFromWire(obligation: RequestOf<typeof readMoney>['obligation']): Obligation {
  return {
    dueByNowMinorUnits: BigInt(obligation.dueByNowMinorUnits),
    paidOfflineMinorUnits: BigInt(obligation.paidOfflineMinorUnits),
  };
}

export function offlineRequestFromWire(request: RequestOf<typeof recordOfflinePayment>): RecordOffline {
  const { amountMinorUnits, obligation } = request;
  return {
    ...request,
    amountMinorUnits: BigInt(amountMinorUnits),
    obligation: { paidOfflineMinorUnits: BigInt(obligation.paidOfflineMinorUnits) },
  };
}

export function moneyToWire({ ledger, ...sums }: Money): ResponseOf<typeof readMoney> {
  const { reservationId, payments, offlinePayments, refunds, settlement } = ledger;
  return {
    collectedMinorUnits: sums.collectedMinorUnits.toString(),
    paidOfflineMinorUnits: sums.paidOfflineMinorUnits.toString(),
    returnedMinorUnits: sums.returnedMinorUnits.toString(),
    paidMinorUnits: sums.paidMinorUnits.toString(),
    dueMinorUnits: sums.dueMinorUnits.toString(),
    owedMinorUnits: sums.owedMinorUnits.toString(),
    keepMinorUnits: settlement?.keepMinorUnits.toString() ?? null,
    // The provider refused to open the others: they never were.
    payments: [
      ...payments.filter(({ state }) => state !== 'refused').map(paymentToEntry),
      ...offlinePayments.map(offlineToWire),
    ].toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
    refunds: refunds.map((refund) => ({
      ...refundToWire(reservationId, refund),
      reason: reasonToWire(refund.reason),
      paymentId: refund.paymentId,
      createdAt: instantText(refund.createdAt),
    })),
    accounts: accountsOf(payments),
  };
}

/** Of the payments that the provider knows. */
function accountsOf(payments: readonly Payment[]): ResponseOf<typeof readMoney>['accounts'] {
  const opened = payments.flatMap((payment) => {
    const { providerPaymentIntentId: intentId } = paymentToEntry(payment);
    return intentId === null ? [] : [{ accountId: payment.accountId, intentId }];
  });
  return [...Map.groupBy(opened, ({ accountId }) => accountId)].map(([accountId, ofAccount]) => ({
    accountId,
    paymentIntentIds: ofAccount.map(({ intentId }) => intentId),
  }));
}

export function moneySummaryToWire(
  summary: MoneySummary,
): ResponseOf<typeof summarizeMoney>['totals'][number] {
  return {
    currency: summary.currency,
    collectedMinorUnits: summary.collectedMinorUnits.toString(),
    returnedMinorUnits: summary.returnedMinorUnits.toString(),
  };
}

function paymentToEntry(payment: Payment): PaymentEntry {
  return {
    id: payment.id,
    purpose: payment.purpose,
    method: 'card',
    providerPaymentIntentId: hasIntent(payment) ? payment.intentId : null,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    state: publicState(payment),
    createdAt: instantText(payment.createdAt),
    note: null,
    returned: false,
  };
}

export function offlineToWire(payment: OfflinePayment): PaymentEntry {
  return {
    id: payment.id,
    purpose: payment.purpose,
    method: payment.method,
    providerPaymentIntentId: null,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    state: payment.returned ? 'refunded' : 'succeeded',
    createdAt: instantText(payment.createdAt),
    note: payment.note,
    returned: payment.returned,
  };
}
