import { evaluateCancellation } from '@lodging/kernel';
import { cancellationTermsOf } from '../cancellation/cancellation-terms.ts';
import type { Agreement } from '../cancellation/settle.ts';
import { floorOf } from '../stay/reservation-terms.ts';
import type { ScheduledPayment } from '../stay/reservation-terms.ts';
import type { Reservation } from '../stay/reservation.ts';

/** What a change costs, as far as its quote promises it. */
export interface QuotedAmounts {
  /** By how much the price falls. */
  readonly removed: bigint;
  /** The part of it that is kept. */
  readonly retained: bigint;
  /** That, and what earlier changes have retained. */
  readonly retainedInAll: bigint;
  /** What a later cancellation keeps at least. */
  readonly floor: bigint;
}

export interface PriceMove {
  readonly before: bigint;
  readonly after: bigint;
  /** What a cancellation of the stay would cost at this moment. */
  readonly penalty: bigint;
  readonly retainedBefore: bigint;
  readonly floorBefore: bigint;
}

/** Several cuts inside the penalty retain no more than it in all. */
export function quoteAmounts(move: PriceMove): QuotedAmounts {
  const { before, after, penalty, retainedBefore, floorBefore } = move;
  const removed = atLeastZero(before - after);
  const retained = least(removed, atLeastZero(penalty - retainedBefore));
  return {
    removed,
    retained,
    retainedInAll: retainedBefore + retained,
    floor: penalty > floorBefore ? penalty : floorBefore,
  };
}

/** What moves when the change is applied. `net` is what is here of the booking then. */
export interface MovedAmounts {
  readonly refund: bigint;
  readonly due: bigint;
}

export function moveAmounts(
  {
    after,
    retainedInAll,
    dueByNow,
  }: { readonly after: bigint; readonly retainedInAll: bigint; readonly dueByNow: bigint },
  net: bigint,
): MovedAmounts {
  return {
    refund: atLeastZero(net - (after + retainedInAll)),
    due: atLeastZero(dueByNow + retainedInAll - net),
  };
}

/** 0 for a hold, and without a policy unless an earlier change has left a floor. */
export function penaltyNow(
  { state }: Pick<Reservation, 'state'>,
  { terms, confirmedAt }: Pick<Agreement, 'terms' | 'confirmedAt'>,
  at: Temporal.Instant,
): bigint {
  if (state === 'held' || terms === null) return 0n;
  const agreed = cancellationTermsOf(terms, confirmedAt);
  return agreed === null ? floorOf(terms) : evaluateCancellation(agreed, at).penaltyMinorUnits;
}

/** The part of a schedule that is due by now. */
export function dueByNowOf(schedule: readonly ScheduledPayment[], at: Temporal.Instant): bigint {
  return schedule
    .filter(({ dueAt }) => Temporal.Instant.compare(Temporal.Instant.from(dueAt), at) <= 0)
    .reduce((sum, { amountMinorUnits }) => sum + BigInt(amountMinorUnits), 0n);
}

/** What is to be paid later of a change is an entry of its own. */
export function withChangeDue(
  schedule: readonly ScheduledPayment[],
  due: bigint,
  at: Temporal.Instant,
): readonly ScheduledPayment[] {
  const [first, ...rest] = schedule;
  if (due === 0n || first === undefined) return schedule;
  const amount = least(due, BigInt(first.amountMinorUnits));
  if (amount === 0n) return schedule;
  const left = BigInt(first.amountMinorUnits) - amount;
  const dueAt = at.toString({ smallestUnit: 'millisecond' });
  const change = { purpose: 'change' as const, amountMinorUnits: amount.toString(), dueAt };
  return [...(left === 0n ? [] : [{ ...first, amountMinorUnits: left.toString() }]), change, ...rest];
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
