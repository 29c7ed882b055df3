import { describe, expect, test } from 'vitest';
import { checkWindow, checkWindowOrder } from './check-window.ts';
import { stayAt } from './stay.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const villa = { kind: 'villa', timezone: 'Europe/Berlin' } as const;
const court = { kind: 'generic', timezone: 'Europe/Berlin' } as const;

function outcome(
  from: string,
  to: string,
  purpose: 'availability' | 'quote' | 'booking' = 'quote',
  resource: { kind: 'villa' | 'generic'; timezone: string } = villa,
): string {
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  const refused = checkWindowOrder(window) ?? checkWindow(stayAt(resource, window), resource, purpose, now);
  return refused === undefined ? 'a stay' : refused.refusal.detail;
}

describe('a window', () => {
  test('without duration is no stay on any resource', () => {
    expect(outcome('2026-12-01T12:00:00Z', '2026-12-01T12:00:00Z', 'quote', court)).toMatch(/before/);
  });
  test('within one local date is a stay on a generic resource only', () => {
    const [from, to] = ['2026-12-01T00:00:00Z', '2026-12-01T22:00:00Z'];
    expect(outcome(from, to)).toMatch(/at least one night/);
    expect(outcome(from, to, 'quote', court)).toBe('a stay');
  });
  test('may have 366 nights and not 367', () => {
    expect(outcome('2027-01-01T12:00:00Z', '2028-01-02T12:00:00Z')).toBe('a stay');
    expect(outcome('2027-01-01T12:00:00Z', '2028-01-03T12:00:00Z')).toMatch(/366/);
    expect(outcome('1900-01-01T00:00:00Z', '9999-01-01T00:00:00Z', 'availability')).toMatch(/366/);
  });
  test('may end at most ten years ahead', () => {
    expect(outcome('2036-11-01T12:00:00Z', '2036-11-20T12:00:00Z')).toBe('a stay');
    expect(outcome('2036-11-01T12:00:00Z', '2036-11-20T12:00:01Z')).toMatch(/10 years/);
  });
  test('that is over may be read and booked, not quoted', () => {
    const [from, to] = ['2026-11-18T12:00:00Z', '2026-11-20T12:00:00Z'];
    expect(outcome(from, to, 'quote')).toMatch(/over/);
    expect([outcome(from, to, 'availability'), outcome(from, to, 'booking')]).toEqual(['a stay', 'a stay']);
  });
  test('that has begun and is not over may be quoted', () => {
    expect(outcome('2026-11-18T12:00:00Z', '2026-11-21T09:00:00Z')).toBe('a stay');
  });
});
