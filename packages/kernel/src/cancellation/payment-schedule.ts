import { BPS_PER_UNIT, divideHalfUp } from '../money.ts';
import { localInstant } from './anchor.ts';

/** A part of the total that is paid at the time of booking; the rest is due before the arrival. */
export interface Deposit {
  readonly percentBps: number;
  readonly balanceDueDaysBefore: number;
}

export interface ScheduledPayment {
  readonly purpose: 'stay' | 'deposit' | 'balance';
  readonly amountMinorUnits: bigint;
  readonly dueAt: Temporal.Instant;
}

export interface StayToPay {
  readonly totalMinorUnits: bigint;
  readonly arrival: Temporal.PlainDate;
  readonly timeZone: string;
}

/** When the total is due. All of it at once where the rest would be due already, or there is no rest. */
export function paymentSchedule(
  deposit: Deposit | null,
  stay: StayToPay,
  now: Temporal.Instant,
): readonly [ScheduledPayment, ...ScheduledPayment[]] {
  const { totalMinorUnits: total } = stay;
  const first = deposit === null ? total : depositAmount(deposit, total);
  const balanceDueAt = deposit === null ? now : balanceDue(deposit, stay);
  if (first === total || Temporal.Instant.compare(balanceDueAt, now) <= 0)
    return [{ purpose: 'stay', amountMinorUnits: total, dueAt: now }];
  return [
    { purpose: 'deposit', amountMinorUnits: first, dueAt: now },
    { purpose: 'balance', amountMinorUnits: total - first, dueAt: balanceDueAt },
  ];
}

function depositAmount({ percentBps }: Deposit, total: bigint): bigint {
  const share = divideHalfUp(total * BigInt(percentBps), BPS_PER_UNIT);
  return share === 0n && total > 0n ? 1n : share;
}

/** The start of the local day. */
function balanceDue({ balanceDueDaysBefore: days }: Deposit, { arrival, timeZone }: StayToPay) {
  return localInstant(arrival.subtract({ days }), Temporal.PlainTime.from('00:00'), timeZone);
}
