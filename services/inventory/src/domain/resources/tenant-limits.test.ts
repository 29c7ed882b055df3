import { describe, expect, it } from 'vitest';
import { LIMITS, refuseGrowth } from './tenant-limits.ts';

const outcome = (before: number, after: number) => {
  const refused = refuseGrowth(LIMITS.ratePlans, { before, after });
  return refused === undefined ? 'allowed' : refused.refusal.extra;
};

describe('a limit of a tenant', () => {
  it('may be reached, and not passed', () => {
    expect(outcome(199, 200)).toBe('allowed');
    expect(outcome(200, 201)).toEqual({ limit: 200 });
  });

  it('leaves what exists above it as it is, to be changed and taken away, not added to', () => {
    expect(outcome(300, 300)).toBe('allowed');
    expect(outcome(300, 299)).toBe('allowed');
    expect(outcome(300, 301)).toEqual({ limit: 200 });
  });
});
