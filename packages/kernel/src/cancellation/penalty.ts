import { BPS_PER_UNIT, divideHalfUp } from '../money.ts';
import type { Penalty } from './policy.ts';

/** The part of a bill that penalties are computed from. */
export interface PenalizedBill {
  /** Of one unit, from the arrival. */
  readonly nights: readonly { readonly amountMinorUnits: bigint }[];
  readonly accommodationMinorUnits: bigint;
  readonly totalMinorUnits: bigint;
  readonly lines: readonly {
    readonly kind: 'discount' | 'fee' | 'extra' | 'tax';
    readonly inclusive: boolean;
    readonly collect: 'online' | 'property';
    readonly refundable: boolean;
    readonly amountMinorUnits: bigint;
  }[];
}

/** At most the total of the bill. */
export function penaltyAmount(penalty: Penalty, bill: PenalizedBill): bigint {
  if (penalty.kind === 'none') return 0n;
  const amount = ownAmount(penalty, bill) + keptLines(bill);
  return amount < bill.totalMinorUnits ? amount : bill.totalMinorUnits;
}

function ownAmount(penalty: Exclude<Penalty, { kind: 'none' }>, bill: PenalizedBill): bigint {
  if (penalty.kind === 'fixed') return penalty.amountMinorUnits;
  if (penalty.kind === 'nights') return firstNights(penalty.count, bill);
  const base = penalty.of === 'total' ? bill.totalMinorUnits : bill.accommodationMinorUnits;
  return divideHalfUp(base * BigInt(penalty.bps), BPS_PER_UNIT);
}

/** The share that the first nights have in the accommodation. */
function firstNights(count: number, { nights, accommodationMinorUnits }: PenalizedBill): bigint {
  const all = sumOf(nights);
  return all === 0n ? 0n : divideHalfUp(accommodationMinorUnits * sumOf(nights.slice(0, count)), all);
}

/** Fees and extras that are not refunded. Inclusive ones are part of the accommodation. */
function keptLines({ lines }: PenalizedBill): bigint {
  return sumOf(
    lines.filter(
      ({ kind, inclusive, collect, refundable }) =>
        (kind === 'fee' || kind === 'extra') && !refundable && !inclusive && collect === 'online',
    ),
  );
}

function sumOf(items: readonly { readonly amountMinorUnits: bigint }[]): bigint {
  return items.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0n);
}

/** What becomes of the money that has come in and has not gone back. */
export interface Division {
  readonly keptMinorUnits: bigint;
  readonly refundMinorUnits: bigint;
  /** What the guest still owes of the penalty. */
  readonly dueMinorUnits: bigint;
}

export function divideNet(netMinorUnits: bigint, penaltyMinorUnits: bigint): Division {
  const isCovered = penaltyMinorUnits <= netMinorUnits;
  return {
    keptMinorUnits: isCovered ? penaltyMinorUnits : netMinorUnits,
    refundMinorUnits: isCovered ? netMinorUnits - penaltyMinorUnits : 0n,
    dueMinorUnits: isCovered ? 0n : penaltyMinorUnits - netMinorUnits,
  };
}
