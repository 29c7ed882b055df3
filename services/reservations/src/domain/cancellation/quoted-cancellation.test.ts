import { describe, expect, it } from 'vitest';
import { buildTermsWithPolicy } from '../../../test/build-policy.ts';
import { buildBill, buildTerms } from '../../../test/build-price.ts';
import { proposeCancellation, quoteCancellation } from './quoted-cancellation.ts';

const early = Temporal.Instant.from('2027-01-01T00:00:00Z');

it('a quote says what cancelling costs from now on, and what goes back of the whole total', () => {
  const cancellation = quoteCancellation(buildTermsWithPolicy('12300'), early);
  expect(cancellation).toMatchObject({
    policyCode: 'flexible',
    policyVersion: 3,
    refundability: 'partially_refundable',
    timeline: [
      { penaltyMinorUnits: 0n, refundMinorUnits: 12_300n },
      { until: null, penaltyMinorUnits: 6150n, refundMinorUnits: 6150n },
    ],
    noShowPenaltyMinorUnits: 12_300n,
  });
  expect(cancellation?.anchor.toString()).toBe('2027-03-28T13:00:00Z');
  expect(cancellation?.timeline[0]?.until?.toString()).toBe('2027-03-21T14:00:00Z');
});

it('a fixed penalty is kept as it was agreed', () => {
  const fixed = { kind: 'fixed', amountMinorUnits: '1500', currency: 'EUR' } as const;
  const { timeline } =
    quoteCancellation(buildTermsWithPolicy('12300', { steps: [], afterwards: fixed }), early) ?? {};
  expect(timeline).toEqual([{ until: null, penaltyMinorUnits: 1500n, refundMinorUnits: 10_800n }]);
});

it('a grace is no part of a quote: it begins with the confirmation', () => {
  const costly = { kind: 'percent', bps: 10_000, of: 'total' } as const;
  const terms = buildTermsWithPolicy('12300', { steps: [], afterwards: costly, graceMinutes: 60 });
  expect(quoteCancellation(terms, early)).toMatchObject({
    refundability: 'non_refundable',
    timeline: [{ until: null, penaltyMinorUnits: 12_300n }],
  });
});

it('a stay without a policy has none of it', () => {
  expect(quoteCancellation(buildTerms(buildBill('EUR', '12300')), early)).toBeNull();
});

describe('the cancellation that a change proposes', () => {
  const start = Temporal.Instant.from('2027-03-28T13:00:00Z');
  const bare = buildTerms(buildBill('EUR', '12300'));

  it('is that of its policy, at least the floor', () => {
    const terms = { ...buildTermsWithPolicy('12300'), floor: '10000' };
    expect(proposeCancellation(terms, start, early)).toEqual(quoteCancellation(terms, early));
    expect(proposeCancellation(terms, start, early)).toMatchObject({
      timeline: [{ until: null, penaltyMinorUnits: 10_000n, refundMinorUnits: 2_300n }],
      noShowPenaltyMinorUnits: 12_300n,
    });
  });

  it('is the floor at all times without a policy', () => {
    expect(proposeCancellation({ ...bare, floor: '10000' }, start, early)).toEqual({
      policyCode: null,
      policyVersion: null,
      refundability: 'partially_refundable',
      anchor: start,
      timeline: [{ until: null, penaltyMinorUnits: 10_000n, refundMinorUnits: 2_300n }],
      noShowPenaltyMinorUnits: 10_000n,
    });
    expect(proposeCancellation({ ...bare, floor: '20000' }, start, early)).toMatchObject({
      refundability: 'non_refundable',
      timeline: [{ until: null, penaltyMinorUnits: 20_000n, refundMinorUnits: 0n }],
    });
  });

  it('is none without a policy and without a floor', () => {
    expect(proposeCancellation({ ...bare, floor: '0' }, start, early)).toBeNull();
    expect(proposeCancellation(bare, start, early)).toBeNull();
  });
});
