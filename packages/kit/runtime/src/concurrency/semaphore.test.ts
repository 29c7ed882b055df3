import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSemaphore, SemaphoreTimeout } from './semaphore.ts';

function heldWork(order: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: () => resolve(), run: () => (order.push(name), promise) };
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('never runs more than its permits, and starts waiting work in its order', async () => {
    const semaphore = createSemaphore({ permits: 2 });
    const order: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) => heldWork(order, name));
    const runs = works.map(({ run }) => semaphore.run(run));
    await nextTurn();
    expect([order, semaphore.running()]).toEqual([['a', 'b'], 2]);
    works[1]?.end();
    await nextTurn();
    expect([order, semaphore.running()]).toEqual([['a', 'b', 'c'], 2]);
    for (const { end } of works) end();
    await Promise.all(runs);
    expect([order, semaphore.running()]).toEqual([['a', 'b', 'c', 'd'], 0]);
  });

  it('runs weighted work side by side while it fits, and lets light work overtake nothing', async () => {
    const semaphore = createSemaphore({ permits: 100 });
    const order: string[] = [];
    const [a, b] = [heldWork(order, 'a'), heldWork(order, 'b')];
    const [c, d] = [heldWork(order, 'c'), heldWork(order, 'd')];
    const runs = [
      semaphore.run(a.run, { weight: 60 }),
      semaphore.run(b.run, { weight: 40 }),
      semaphore.run(c.run, { weight: 90 }),
      semaphore.run(d.run, { weight: 10 }),
    ];
    await nextTurn();
    expect(order).toEqual(['a', 'b']);
    b.end();
    await nextTurn();
    expect(order).toEqual(['a', 'b']);
    a.end();
    await nextTurn();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    c.end();
    d.end();
    await Promise.all(runs);
  });

  it('runs work heavier than all permits alone', async () => {
    const semaphore = createSemaphore({ permits: 10 });
    const order: string[] = [];
    const heavy = heldWork(order, 'heavy');
    const running = semaphore.run(heavy.run, { weight: 50 });
    const light = semaphore.run(async () => void order.push('light'));
    await nextTurn();
    expect(order).toEqual(['heavy']);
    heavy.end();
    await Promise.all([running, light]);
    expect(order).toEqual(['heavy', 'light']);
  });

  it('releases the permits of work that throws', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await semaphore.run(async () => 'next', { timeoutMs: 1 })).toBe('next');
  });

  it('releases permits once, however often the release is called', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    const release = await semaphore.acquire();
    const next = semaphore.acquire();
    release();
    release();
    await next;
    expect(semaphore.running()).toBe(1);
  });

  it('refuses work at once when more permits are waited for than may be', async () => {
    const semaphore = createSemaphore({ permits: 100, maxWaiting: 200 });
    const first = heldWork([], 'first');
    const running = semaphore.run(first.run, { weight: 100 });
    const waiting = [1, 2].map((value) => semaphore.run(async () => value, { weight: 100 }));
    await expect(semaphore.run(async () => 3, { weight: 10 })).rejects.toThrow(SemaphoreTimeout);
    first.end();
    await running;
    expect(await Promise.all(waiting)).toEqual([1, 2]);
  });

  it('is idle when nothing runs and nothing waits', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    await semaphore.idle();
    const order: string[] = [];
    const [a, b] = [heldWork(order, 'a'), heldWork(order, 'b')];
    const runs = [semaphore.run(a.run), semaphore.run(b.run)];
    const idle = semaphore.idle().then(() => order.push('idle'));
    a.end();
    await nextTurn();
    expect(order).toEqual(['a', 'b']);
    b.end();
    await Promise.all([...runs, idle]);
    expect(order).toEqual(['a', 'b', 'idle']);
  });
});

describe('a semaphore with a timeout', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('refuses work that waited too long, never runs it afterwards, and lets the work behind it go on', async () => {
    const semaphore = createSemaphore({ permits: 2 });
    const order: string[] = [];
    const running = heldWork(order, 'running');
    const run = semaphore.run(running.run);
    const late = vi.fn(() => Promise.resolve());
    const refused = vi.fn<(error: unknown) => void>();
    const heavy = semaphore.run(late, { weight: 2, timeoutMs: 100 }).catch(refused);
    const light = semaphore.run(async () => void order.push('light'), { timeoutMs: 200 });
    await vi.advanceTimersByTimeAsync(99);
    expect([refused.mock.calls.length, order]).toEqual([0, ['running']]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([heavy, light]);
    expect(refused.mock.calls[0]?.[0]).toBeInstanceOf(SemaphoreTimeout);
    expect(order).toEqual(['running', 'light']);
    running.end();
    await run;
    expect(late).not.toHaveBeenCalled();
  });
});
