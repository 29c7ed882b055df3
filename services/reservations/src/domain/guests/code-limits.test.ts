import { describe, expect, it } from 'vitest';
import { countedSince, LIMITS_EVERYWHERE, perHour, refusingQuotas, tooManyCodes } from './code-limits.ts';
import type { CodeQuota } from './code-limits.ts';

const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const ago = (minutes: number) => now.subtract({ minutes });
const times = (count: number, minutes: number) => Array.from({ length: count }, () => ago(minutes));
const recipient: CodeQuota = { of: 'recipient', bucket: 'r', limits: perHour(3) };
const everywhere: CodeQuota = { of: 'everywhere', bucket: 'e', limits: LIMITS_EVERYWHERE };

describe('a code', () => {
  it('is within a limit of an hour until so many are in it', () => {
    expect(refusingQuotas([recipient], [times(2, 10)], now)).toEqual([]);
    expect(refusingQuotas([recipient], [times(3, 60)], now)).toEqual([]);
    expect(refusingQuotas([recipient], [times(3, 59)], now)).toEqual([
      { of: 'recipient', retryAfterSeconds: 60 },
    ]);
  });

  it('waits until one fits, also where the limit was lowered', () => {
    const sends = [ago(50), ago(40), ago(30), ago(20), ago(10)];
    expect(refusingQuotas([recipient], [sends], now)[0]?.retryAfterSeconds).toBe(30 * 60);
    const none: CodeQuota = { ...recipient, limits: perHour(0) };
    expect(refusingQuotas([none], [[]], now)[0]?.retryAfterSeconds).toBe(3_600);
  });

  it('is one of twenty an hour and sixty a day over all tenants', () => {
    expect(refusingQuotas([everywhere], [times(19, 5)], now)).toEqual([]);
    expect(refusingQuotas([everywhere], [times(20, 5)], now)).toHaveLength(1);
    expect(refusingQuotas([everywhere], [times(59, 300)], now)).toEqual([]);
    expect(refusingQuotas([everywhere], [times(60, 300)], now)).toHaveLength(1);
    expect(refusingQuotas([everywhere], [times(60, 24 * 60)], now)).toEqual([]);
  });

  it('over all tenants waits for a whole quarter of an hour, and never longer than the window', () => {
    const waitOf = (count: number, minutes: number) =>
      refusingQuotas([everywhere], [times(count, minutes)], now)[0]?.retryAfterSeconds;
    expect([waitOf(20, 1), waitOf(20, 16), waitOf(20, 59)]).toEqual([3_600, 2_700, 900]);
    expect([waitOf(60, 61), waitOf(60, 0)]).toEqual([23 * 3_600, 24 * 3_600]);
  });

  it('is refused until the last of its quotas allows it', () => {
    const refusing = refusingQuotas([recipient, everywhere], [times(3, 1), times(20, 58)], now);
    expect(refusing.map(({ of }) => of)).toEqual(['recipient', 'everywhere']);
    expect(tooManyCodes(refusing).refusal).toMatchObject({
      code: 'rate_limited',
      extra: { retryAfterSeconds: 59 * 60 },
    });
  });

  it('counts for as long as the longest window of its quota', () => {
    expect(countedSince(recipient, now)).toEqual(ago(60));
    expect(countedSince(everywhere, now)).toEqual(ago(24 * 60));
  });
});
