import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPolicy, buildTermsWithPolicy } from '../../../test/build-policy.ts';
import { buildReservation } from '../../../test/build-reservation.ts';
import { settle } from '../cancellation/settle.ts';
import { obligationOf } from '../money/obligation.ts';
import { dueByNowOf, moveAmounts, penaltyNow, quoteAmounts, withChangeDue } from './change-money.ts';

const FREE = { penalty: 0n, retainedBefore: 0n, floorBefore: 0n };

/** Three nights at 10000, paid in full: what goes back, and what is due, of another total. */
function changed(after: bigint, penalty = 0n) {
  const amounts = quoteAmounts({ ...FREE, before: 30_000n, after, penalty });
  const paid = { net: 30_000n, paid: 30_000n };
  const moved = moveAmounts({ after, retainedInAll: amounts.retainedInAll, dueByNow: after }, paid);
  return { retained: amounts.retained, floor: amounts.floor, ...moved };
}

describe('a change of a paid stay', () => {
  it.each([
    ['one night more', 39_600n, 0n, { retained: 0n, refund: 0n, due: 9_600n, floor: 0n }],
    [
      'the same with all nights at their current price',
      50_400n,
      0n,
      { retained: 0n, refund: 0n, due: 20_400n, floor: 0n },
    ],
    ['one night only, while it is free', 10_000n, 0n, { retained: 0n, refund: 20_000n, due: 0n, floor: 0n }],
    [
      'one night only, inside the penalty',
      10_000n,
      10_000n,
      { retained: 10_000n, refund: 10_000n, due: 0n, floor: 10_000n },
    ],
  ])('%s', (_what, after, penalty, expected) => {
    expect(changed(after, penalty)).toEqual(expected);
  });

  it('retains no more than the penalty in two cuts', () => {
    const first = quoteAmounts({ ...FREE, before: 30_000n, after: 24_000n, penalty: 10_000n });
    expect(first).toMatchObject({ retained: 6_000n, floor: 10_000n });
    const second = quoteAmounts({
      before: 24_000n,
      after: 10_000n,
      penalty: 10_000n,
      retainedBefore: first.retainedInAll,
      floorBefore: first.floor,
    });
    expect(second).toMatchObject({ retained: 4_000n, retainedInAll: 10_000n });
  });

  it('never retains more than is removed or than the penalty, and moves money one way', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (before, after, penalty, retainedBefore, net) => {
        const amounts = quoteAmounts({ before, after, penalty, retainedBefore, floorBefore: 0n });
        expect(amounts.retained).toBeLessThanOrEqual(amounts.removed);
        expect(amounts.retained).toBeLessThanOrEqual(penalty);
        const { retainedInAll } = amounts;
        const { refund, due } = moveAmounts({ after, retainedInAll, dueByNow: after }, { net, paid: net });
        expect(refund === 0n || due === 0n).toBe(true);
        expect(net - refund + due).toBe(after + retainedInAll);
      }),
    );
  });

  it('has no more due after a refund by hand, and returns no more than is here', () => {
    const longer = { after: 40_000n, retainedInAll: 0n, dueByNow: 40_000n };
    expect(moveAmounts(longer, { net: 25_000n, paid: 30_000n })).toEqual({ refund: 0n, due: 10_000n });
    const shorter = { after: 20_000n, retainedInAll: 0n, dueByNow: 20_000n };
    expect(moveAmounts(shorter, { net: 25_000n, paid: 30_000n })).toEqual({ refund: 5_000n, due: 0n });
    expect(moveAmounts(shorter, { net: 15_000n, paid: 30_000n })).toEqual({ refund: 0n, due: 0n });
  });
});

describe('a later cancellation', () => {
  const terms = { ...buildTermsWithPolicy('10000'), floor: '10000', retained: '10000' };
  const agreement = { terms, confirmedAt: null, paidOffline: false };
  const cancel = (override?: { kind: 'waive' }) =>
    settle(buildReservation('confirmed'), agreement, { id: 's', to: 'cancelled', override }, early);
  const early = Temporal.Instant.from('2027-01-01T00:00:00Z');

  it('keeps at least what it cost when the stay was changed', () => {
    expect(cancel()?.keepMinorUnits).toBe(10_000n);
    expect(penaltyNow({ state: 'confirmed' }, agreement, early)).toBe(10_000n);
  });

  it('keeps it without a policy too, and the operator may waive it', () => {
    const bare = { ...agreement, terms: { ...terms, policy: null } };
    const kept = settle(
      buildReservation('confirmed'),
      bare,
      { id: 's', to: 'no_show', override: undefined },
      early,
    );
    expect(kept?.keepMinorUnits).toBe(10_000n);
    expect(cancel({ kind: 'waive' })?.keepMinorUnits).toBe(0n);
  });

  it('of a stay that was never changed costs what its policy says; of a hold nothing', () => {
    const unchanged = { terms: { ...terms, floor: null, policy: buildPolicy() }, confirmedAt: null };
    expect(penaltyNow({ state: 'confirmed' }, unchanged, early)).toBe(0n);
    expect(penaltyNow({ state: 'held' }, agreement, early)).toBe(0n);
  });
});

describe('the schedule of a change that is paid later', () => {
  const now = Temporal.Instant.from('2027-01-01T00:00:00Z');
  const entry = (
    purpose: 'stay' | 'deposit' | 'balance',
    amountMinorUnits: string,
    dueAt = now.toString(),
  ) => ({
    purpose,
    amountMinorUnits,
    dueAt,
  });

  it('has what is due as an entry of its own, and the same sum', () => {
    expect(withChangeDue([entry('stay', '30000')], 10_000n, now)).toEqual([
      entry('stay', '20000'),
      { purpose: 'change', amountMinorUnits: '10000', dueAt: '2027-01-01T00:00:00.000Z' },
    ]);
    expect(withChangeDue([entry('stay', '30000')], 0n, now)).toEqual([entry('stay', '30000')]);
  });

  const later = '2027-02-01T00:00:00Z';
  const change = (amountMinorUnits: string) => ({
    purpose: 'change' as const,
    amountMinorUnits,
    dueAt: '2027-01-01T00:00:00.000Z',
  });

  it('leaves the entries that are due later as they are', () => {
    const atArrival = entry('stay', '20000', later);
    expect(withChangeDue([atArrival], 10_000n, now)).toEqual([change('10000'), atArrival]);
    const [deposit, balance] = [entry('deposit', '3000'), entry('balance', '7000', later)];
    expect(withChangeDue([deposit, balance], 2_000n, now)).toEqual([
      entry('deposit', '1000'),
      change('2000'),
      balance,
    ]);
  });

  it('says all that is due, also where more was retained than is due of the price', () => {
    const schedule = [entry('deposit', '3000'), entry('balance', '7000', later)];
    expect(withChangeDue(schedule, 4_000n, now)).toEqual([change('4000'), entry('balance', '7000', later)]);
    expect(withChangeDue([], 500n, now)).toEqual([change('500')]);
  });

  it('is due as it was promised, and is the price and what was retained in the end', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(amount, amount, amount, amount, (dueNow, dueLater, retained, net) => {
        const total = dueNow + dueLater;
        const schedule = [
          ...(dueNow === 0n ? [] : [entry('deposit', dueNow.toString())]),
          ...(dueLater === 0n ? [] : [entry('balance', dueLater.toString(), later)]),
        ];
        const sums = { after: total, retainedInAll: retained, dueByNow: dueNow };
        const { due } = moveAmounts(sums, { net, paid: net });
        const reservation = {
          ...buildReservation('confirmed'),
          total: { minorUnits: total, currency: 'EUR' },
        };
        const dueAt = (at: Temporal.Instant) =>
          obligationOf(reservation, withChangeDue(schedule, due, now), at, retained).dueByNow;
        expect(dueAt(now)).toBe(dueNow + retained);
        expect(dueAt(Temporal.Instant.from(later))).toBe(total + retained);
      }),
    );
  });

  it('counts as due what is not later', () => {
    expect(dueByNowOf([entry('deposit', '9000'), entry('balance', '21000', later)], now)).toBe(9_000n);
  });
});
