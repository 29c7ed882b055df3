// Guards which windows are stays.
import { describe, expect, test } from 'vitest';
import { checkWindow, refuseBackwards } from './check-window.ts';
import { stayAt } from './stay.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const villa = { kind: 'villa', timezone: 'Europe/Berlin' } as const;
const court = { kind: 'generic', timezone: 'Europe/Berlin' } as const;

function outcome(
  from: string,
  to: string,
  purpose: 'availability' | 'quote' | 'booking' = 'quote',
  place: { kind: 'villa' | 'generic'; timezone: string } = villa,
): string {
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  const refused = refuseBackwards(window) ?? checkWindow(stayAt(place, window), place, purpose, now);
  return refused === undefined ? 'a stay' : refused.refusal.detail;
}

describe('a window', () => {
  test('that ends when it begins is no stay anywhere', () => {
    expect(outcome('2026-12-01T12:00:00Z', '2026-12-01T12:00:00Z', 'quote', court)).toMatch(/before/);
  });
  test('within one local date is no lodging stay, but a generic one', () => {
    const [from, to] = ['2026-12-01T00:00:00Z', '2026-12-01T22:00:00Z'];
    expect(outcome(from, to)).toMatch(/at least one night/);
    expect(outcome(from, to, 'quote', court)).toBe('a stay');
  });
  test('of 366 nights is a stay, of 367 none', () => {
    expect(outcome('2027-01-01T12:00:00Z', '2028-01-02T12:00:00Z')).toBe('a stay');
    expect(outcome('2027-01-01T12:00:00Z', '2028-01-03T12:00:00Z')).toMatch(/366/);
    expect(outcome('1900-01-01T00:00:00Z', '9999-01-01T00:00:00Z', 'availability')).toMatch(/366/);
  });
  test('may end ten years ahead and no later', () => {
    expect(outcome('2036-11-01T12:00:00Z', '2036-11-20T12:00:00Z')).toBe('a stay');
    expect(outcome('2036-11-01T12:00:00Z', '2036-11-20T12:00:01Z')).toMatch(/10 years/);
  });
  test('that is over may be asked about and booked, not quoted', () => {
    const [from, to] = ['2026-11-18T12:00:00Z', '2026-11-20T12:00:00Z'];
    expect(outcome(from, to, 'quote')).toMatch(/over/);
    expect([outcome(from, to, 'availability'), outcome(from, to, 'booking')]).toEqual(['a stay', 'a stay']);
  });
  test('that has begun and is not over may be quoted', () => {
    expect(outcome('2026-11-18T12:00:00Z', '2026-11-21T09:00:00Z')).toBe('a stay');
  });
});
