import type { SettlementTerms, settleReservation } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { SettlementStatement } from '../domain/cancellation/settle-ledger.ts';
import type { SettleReservation } from '../use-cases/cancellation/settle-reservation.ts';
import { refundToWire } from './refunds.ts';

type SettlementFields = Omit<SettleReservation, 'reservationId'>;

export function settlementTermsFromWire(terms: SettlementTerms): SettlementFields;
export function settlementTermsFromWire(terms: SettlementTerms | null | undefined): SettlementFields | null;
export function settlementTermsFromWire(terms: SettlementTerms | null | undefined): SettlementFields | null {
  if (terms === undefined || terms === null) return null;
  const { id: settlementId, reason, keepMinorUnits, offlineMinorUnits } = terms;
  const offline = BigInt(offlineMinorUnits);
  const keep = BigInt(keepMinorUnits);
  return { settlementId, reason, keepMinorUnits: keep, offlineMinorUnits: offline };
}

export function statementToWire(
  reservationId: string,
  { settlement, refunds, ...sums }: SettlementStatement,
): ResponseOf<typeof settleReservation> {
  return {
    settlementId: settlement.id,
    keepMinorUnits: settlement.keepMinorUnits.toString(),
    netMinorUnits: sums.netMinorUnits.toString(),
    keptMinorUnits: sums.keptMinorUnits.toString(),
    refundMinorUnits: sums.refundMinorUnits.toString(),
    dueMinorUnits: settlement.dueMinorUnits.toString(),
    owedMinorUnits: sums.owedMinorUnits.toString(),
    refunds: refunds.map((refund) => refundToWire(reservationId, refund)),
  };
}
