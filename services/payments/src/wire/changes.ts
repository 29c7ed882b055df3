import type {
  openChangeIntent,
  openChangeSession,
  settleChange,
  returnChangePayment,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ChangeStatement, SettleChange } from '../domain/changes/settle-change.ts';
import type { RedirectUrls } from '../domain/ledger/payment.ts';
import type { Refund } from '../domain/ledger/refund.ts';
import type { ChangeSession, OpenChangePayment } from '../use-cases/changes/open-change-payment.ts';
import { refundToWire } from './refunds.ts';

export function changeIntentFromWire(request: RequestOf<typeof openChangeIntent>): OpenChangePayment {
  const { amountMinorUnits, expiresAt } = request;
  return {
    ...request,
    amountMinorUnits: BigInt(amountMinorUnits),
    expiresAt: Temporal.Instant.from(expiresAt),
  };
}

export function changeSessionFromWire({
  successUrl,
  cancelUrl,
  productName,
  ...request
}: RequestOf<typeof openChangeSession>): OpenChangePayment & RedirectUrls {
  return { ...changeIntentFromWire(request), successUrl, cancelUrl, productName };
}

export function changeSessionToWire({
  amountMinorUnits,
  expiresAt,
  ...session
}: ChangeSession): ResponseOf<typeof openChangeSession> {
  return {
    ...session,
    amountMinorUnits: amountMinorUnits.toString(),
    expiresAt: instantText(expiresAt),
  };
}

export function settleChangeFromWire({
  keepMinorUnits,
  offlineMinorUnits,
  ...change
}: RequestOf<typeof settleChange>): SettleChange & { readonly reservationId: string } {
  return {
    ...change,
    keepMinorUnits: BigInt(keepMinorUnits),
    offlineMinorUnits: BigInt(offlineMinorUnits),
  };
}

export function changeStatementToWire(
  reservationId: string,
  { refunds, ...sums }: ChangeStatement,
): ResponseOf<typeof settleChange> {
  return {
    netMinorUnits: sums.netMinorUnits.toString(),
    refundMinorUnits: sums.backMinorUnits.toString(),
    owedMinorUnits: sums.owedMinorUnits.toString(),
    refunds: refunds.map((refund) => refundToWire(reservationId, refund)),
  };
}

export function returnedPaymentToWire(
  reservationId: string,
  refund: Refund | null,
): ResponseOf<typeof returnChangePayment> {
  return { refund: refund && refundToWire(reservationId, refund) };
}
