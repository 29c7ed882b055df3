import { evaluateCancellation } from '@lodging/kernel';
import { cancellationTermsOf } from '../cancellation/cancellation-terms.ts';
import type { Agreement } from '../cancellation/settle.ts';
import { floorOf, sumOfSchedule } from '../stay/reservation-terms.ts';
import type { ScheduledPayment } from '../stay/reservation-terms.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { StayChange } from './stay-change.ts';

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

/** What is here of a booking when the change is applied. */
export interface PaidMoney {
  /** Collected and not returned: no more than this goes back. */
  readonly net: bigint;
  /** What counts as paid. A refund that the operator chose does not lower it, so it makes nothing due. */
  readonly paid: bigint;
}

/** What moves when the change is applied. */
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
  { net, paid }: PaidMoney,
): MovedAmounts {
  return {
    refund: atLeastZero(net - (after + retainedInAll)),
    due: atLeastZero(dueByNow + retainedInAll - paid),
  };
}

/** What covered the stay before, with what the change was paid, covers the changed one and all that changes have retained. */
export function staysPaid({
  isPaid,
  due,
  proposal: { previous, total, retained },
}: Pick<StayChange, 'isPaid' | 'due' | 'proposal'>): boolean {
  const covered = previous.totalMinorUnits + (isPaid ? due : 0n);
  return covered >= total.minorUnits + retained;
}

/** Something may go back then: what was paid, or what is being paid just now. */
export function lowersObligation({ refund, proposal }: Pick<StayChange, 'refund' | 'proposal'>): boolean {
  return refund > 0n || proposal.removed > proposal.retained;
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
  return sumOfSchedule(schedule.filter(isDueAt(at)));
}

/**
 * What is to be paid later of a change is an entry of its own, due now. It takes the place of the unpaid price that is due by
 * now; nothing is taken from entries that are due later. What changes have retained is in no other entry, so the entries
 * may add up to more than the price.
 */
export function withChangeDue(
  schedule: readonly ScheduledPayment[],
  due: bigint,
  at: Temporal.Instant,
): readonly ScheduledPayment[] {
  if (due === 0n) return schedule;
  const dueNow = schedule.filter(isDueAt(at));
  const later = schedule.filter((entry) => !dueNow.includes(entry));
  const dueAt = at.toString({ smallestUnit: 'millisecond' });
  const change = { purpose: 'change' as const, amountMinorUnits: due.toString(), dueAt };
  return [...withoutLast(dueNow, due), change, ...later];
}

/** Of the last entries first: what was paid has paid the first ones. */
function withoutLast(entries: readonly ScheduledPayment[], amount: bigint): ScheduledPayment[] {
  let left = amount;
  const rest = entries.toReversed().flatMap((entry) => {
    const taken = least(left, BigInt(entry.amountMinorUnits));
    left -= taken;
    const amountMinorUnits = BigInt(entry.amountMinorUnits) - taken;
    return amountMinorUnits === 0n ? [] : [{ ...entry, amountMinorUnits: amountMinorUnits.toString() }];
  });
  return rest.toReversed();
}

function isDueAt(at: Temporal.Instant) {
  return ({ dueAt }: ScheduledPayment) => Temporal.Instant.compare(Temporal.Instant.from(dueAt), at) <= 0;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
