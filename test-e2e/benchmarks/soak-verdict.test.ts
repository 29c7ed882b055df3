import { describe, expect, it } from 'vitest';
import { soakVerdict, type Sample } from './soak-verdict.ts';

const backlog = { unpublished: 0, deadLetters: 0, deferred: 0, unlogged: 0 };
const sample = (change: Partial<Sample> = {}): Sample => ({
  stays: 100,
  failures: [],
  p50Ms: 50,
  p99Ms: 90,
  processorMs: 60,
  memoryMb: { gateway: 120 },
  bloat: { deadShare: 0.1, worst: 'reservations.reservations', megabytes: 20 },
  ...change,
});
const flat = Array.from({ length: 6 }, () => sample());

describe('a soak', () => {
  it('is good where nothing grew, also where memory grew in the first half', () => {
    expect(soakVerdict([sample({ memoryMb: { gateway: 80 } }), ...flat.slice(1)], backlog).isGood).toBe(true);
  });

  it.each([
    [
      'memory that grows to the end',
      [...flat.slice(1), sample({ memoryMb: { gateway: 140 } })],
      'gateway grew',
    ],
    [
      'a median that grows',
      [...flat.slice(0, 3), ...flat.slice(0, 3).map(() => sample({ p50Ms: 90 }))],
      'the median of a stay',
    ],
    [
      'processor time of a stay that grows',
      [...flat.slice(0, 3), ...flat.slice(0, 3).map(() => sample({ processorMs: 90 }))],
      'the processor time of a stay grew from 60 to 90 ms',
    ],
    ['a stay that failed', [...flat.slice(1), sample({ failures: ['expired'] })], '1 stays failed'],
    [
      'a table with dead rows',
      [...flat.slice(1), sample({ bloat: { deadShare: 0.9, worst: 'payments.payments', megabytes: 30 } })],
      'payments.payments has 90 dead rows',
    ],
  ])('is not with %s', (_, samples, fault) => {
    const verdict = soakVerdict(samples, backlog);
    expect(verdict.isGood).toBe(false);
    expect(verdict.text).toContain(fault);
  });

  it('is not with events that no consumer has handled', () => {
    expect(soakVerdict(flat, { ...backlog, unlogged: 3 }).text).toContain('3 unlogged left over');
  });
});
