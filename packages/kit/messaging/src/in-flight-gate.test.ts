import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inFlightGate } from './in-flight-gate.ts';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, resolve: () => resolve() };
}

describe('the in-flight gate', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('never runs more than its cap, and starts those who wait in their order', async () => {
    const gate = inFlightGate({ limit: 2, queueTimeoutMs: 100 });
    const [works, started, refused] = [[1, 2, 3, 4].map(deferred), new Array<number>(), vi.fn<() => void>()];
    for (const [index, { promise }] of works.entries()) {
      gate.pass(() => (started.push(index), promise), refused);
    }
    expect([started, gate.running()]).toEqual([[0, 1], 2]);
    works[1]?.resolve();
    await vi.advanceTimersByTimeAsync(50);
    expect([started, gate.running()]).toEqual([[0, 1, 2], 2]);
    for (const { resolve } of works) resolve();
    await gate.idle();
    expect(started).toEqual([0, 1, 2, 3]);
    expect(refused).not.toHaveBeenCalled();
  });

  it('turns away who has waited too long, and never runs that work afterwards', async () => {
    const gate = inFlightGate({ limit: 1, queueTimeoutMs: 100 });
    const [running, late] = [deferred(), vi.fn(() => Promise.resolve())];
    const refused = vi.fn<() => void>();
    gate.pass(() => running.promise, refused);
    gate.pass(late, refused);
    await vi.advanceTimersByTimeAsync(99);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toHaveBeenCalledTimes(1);
    running.resolve();
    await gate.idle();
    expect(late).not.toHaveBeenCalled();
  });

  it('frees the place of work that throws', async () => {
    const gate = inFlightGate({ limit: 1, queueTimeoutMs: 100 });
    gate.pass(() => Promise.reject(new Error('failed')), vi.fn<() => void>());
    await gate.idle();
    expect(gate.running()).toBe(0);
  });
});
