import { describe, expect, it } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { startTimerLoop } from './timer-loop.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const HOUR = 3600;

/** Work whose runs the test ends one by one. */
function steppedWork() {
  const starts: (() => void)[] = [];
  let running = 0;
  let most = 0;
  let runs = 0;
  let onStart: () => void = () => undefined;
  return {
    work: async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        starts.push(resolve);
        onStart();
      });
      running -= 1;
    },
    started: () =>
      new Promise<void>((resolve) => {
        if (starts.length > 0) resolve();
        else onStart = resolve;
      }),
    finish: () => starts.shift()?.(),
    get runs() {
      return runs;
    },
    get most() {
      return most;
    },
  };
}

describe('a timer loop', () => {
  it('runs at once, and again right after when it is woken meanwhile, but never twice at a time', async () => {
    const stepped = steppedWork();
    const loop = startTimerLoop({ name: 'sweep', seconds: HOUR, log }, stepped.work);
    await stepped.started();
    loop.wake();
    loop.wake();
    stepped.finish();
    await stepped.started();
    expect(stepped.runs).toBe(2);
    expect(stepped.most).toBe(1);
    const stopped = loop.stop();
    stepped.finish();
    await stopped;
    expect(stepped.runs).toBe(2);
  });

  it('signals the stop to running work', async () => {
    const loop = startTimerLoop(
      { name: 'sweep', seconds: HOUR, log },
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    );
    await loop.stop();
  });

  it('continues after a run that threw', async () => {
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const loop = startTimerLoop({ name: 'sweep', seconds: 0.001, log }, async () => {
      runs += 1;
      if (runs === 3) done.resolve();
      throw new Error('again');
    });
    await done.promise;
    await loop.stop();
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('waits for the current run when it is stopped', async () => {
    const stepped = steppedWork();
    const loop = startTimerLoop({ name: 'sweep', seconds: HOUR, log }, stepped.work);
    await stepped.started();
    let over = false;
    const stopped = loop.stop().then(() => (over = true));
    await Promise.resolve();
    expect(over).toBe(false);
    stepped.finish();
    await stopped;
  });

  it('stops with its signal, also between two runs', async () => {
    const controller = new AbortController();
    let runs = 0;
    const loop = startTimerLoop(
      { name: 'sweep', seconds: HOUR, log, signal: controller.signal },
      async () => {
        runs += 1;
      },
    );
    await new Promise(setImmediate);
    controller.abort();
    await loop.stop();
    expect(runs).toBe(1);
  });

  it('rests after each run, however often it is woken, and ends the rest when it is stopped', async () => {
    const starts: number[] = [];
    const third = Promise.withResolvers<void>();
    const loop = startTimerLoop({ name: 'relay', seconds: HOUR, restMs: 60, log }, async () => {
      if (starts.push(performance.now()) === 3) third.resolve();
    });
    const wakes = setInterval(() => loop.wake(), 5);
    await third.promise;
    clearInterval(wakes);
    const pauses = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    // A timer may fire a millisecond early.
    expect(Math.min(...pauses)).toBeGreaterThan(58);
    await loop.stop();
    expect(starts).toHaveLength(3);
  });
});
