import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairShare, OverShare } from './fair-share.ts';
import type { FairShare } from './fair-share.ts';
import { SemaphoreTimeout } from './semaphore.ts';

const OPTIONS = { capacity: 4, timeoutMs: 500, maxWaiting: 1_000 };
const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests work `count` times; the order in which it begins is that of `begun`. */
function request(share: FairShare, key: string, count: number, begun: string[] = []): void {
  for (let each = 0; each < count; each += 1)
    if (share.tryEnter(key)) begun.push(key);
    else void share.wait(key).then(() => begun.push(key));
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

describe('a fair share', () => {
  it('lets a key without company have all of the capacity, and no more', async () => {
    const share = createFairShare(OPTIONS);
    request(share, 'alone', 6);
    expect([share.running(), share.waiting()]).toEqual([4, 2]);
    share.leave('alone');
    expect([share.running(), share.waiting()]).toEqual([4, 1]);
  });

  it('lets another key begin at once, up to half of the capacity, while one has all of it', () => {
    const share = createFairShare(OPTIONS);
    request(share, 'greedy', 100);
    expect([1, 2, 3].map(() => share.tryEnter('modest'))).toEqual([true, true, false]);
  });

  it('lets a key with half of the capacity begin nothing while another one waits', async () => {
    const share = createFairShare(OPTIONS);
    request(share, 'greedy', 100);
    const begun: string[] = [];
    request(share, 'modest', 5, begun);
    for (let each = 0; each < 2; each += 1) share.leave('greedy');
    await nextTick();
    // Two of each are in progress: from here on they alternate.
    expect([begun.length, share.running()]).toEqual([2, 4]);
    share.leave('modest');
    await nextTick();
    expect([begun.length, share.running()]).toEqual([3, 4]);
  });

  it('lets the key with the least in progress begin first, and those with as much in turn', async () => {
    const share = createFairShare({ ...OPTIONS, capacity: 1 });
    request(share, 'first', 1);
    request(share, 'second', 1);
    const begun: string[] = [];
    for (const key of ['a', 'a', 'a', 'b', 'b']) request(share, key, 1, begun);
    for (const key of ['first', 'a', 'b', 'a', 'b']) {
      share.leave(key);
      await nextTick();
    }
    expect(begun).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('keeps the order of the work of one key', async () => {
    const share = createFairShare({ ...OPTIONS, capacity: 1 });
    share.tryEnter('a');
    const begun: number[] = [];
    for (const each of [1, 2, 3]) void share.wait('a').then(() => begun.push(each));
    for (let each = 0; each < 3; each += 1) share.leave('a');
    await nextTick();
    expect(begun).toEqual([1, 2, 3]);
    expect(share.tryEnter('a')).toBe(false);
  });

  it('refuses at once what is more than may wait, and counts by weight', async () => {
    const share = createFairShare({ ...OPTIONS, capacity: 1, maxWaiting: 10 });
    share.tryEnter('a');
    void share.wait('a', 10);
    await expect(share.wait('a', 1)).rejects.toThrow(OverShare);
    // What waits of one key is not counted for another.
    expect(share.tryEnter('b')).toBe(true);
  });

  it('is idle when nothing is in progress and nothing waits', async () => {
    const share = createFairShare({ ...OPTIONS, capacity: 1 });
    await share.idle();
    const order: string[] = [];
    request(share, 'a', 2, order);
    const idle = share.idle().then(() => order.push('idle'));
    share.leave('a');
    await nextTick();
    share.leave('a');
    await idle;
    expect(order).toEqual(['a', 'a', 'idle']);
  });
});

describe('work that waits for its share', () => {
  it('is refused after a while, one of a key with its fair share otherwise than one that has less', async () => {
    const share = createFairShare(OPTIONS);
    const reasons = new Map<string, unknown>();
    const wait = (key: string) => void share.wait(key).catch((reason: unknown) => reasons.set(key, reason));
    request(share, 'greedy', 4);
    request(share, 'other', 2);
    wait('greedy');
    await vi.advanceTimersByTimeAsync(300);
    wait('late');
    await vi.advanceTimersByTimeAsync(199);
    expect(reasons.size).toBe(0);
    await vi.advanceTimersByTimeAsync(2);
    expect([...reasons.keys()]).toEqual(['greedy']);
    expect(reasons.get('greedy')).toBeInstanceOf(OverShare);
    await vi.advanceTimersByTimeAsync(300);
    expect(reasons.get('late')).toBeInstanceOf(SemaphoreTimeout);
    expect(share.waiting()).toBe(0);
  });

  it('takes one timer, however much waits, and none where nothing does', () => {
    const share = createFairShare(OPTIONS);
    request(share, 'a', 4);
    expect(vi.getTimerCount()).toBe(0);
    for (let each = 0; each < 50; each += 1) void share.wait('a').catch(() => undefined);
    expect(vi.getTimerCount()).toBe(1);
  });
});

type Step = { readonly key: string; readonly act: 'request' | 'end' };
const KEYS = ['a', 'b', 'c', 'd'];

describe('any course of requests', () => {
  const steps = fc.array(
    fc.record({
      key: fc.constantFrom(...KEYS),
      act: fc.constantFrom<Step['act']>('request', 'request', 'end'),
    }),
    { maxLength: 120 },
  );

  it('leaves no place unused, gives none beyond its limit, and never one to a key before another with less', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (course, capacity) => {
        const share = createFairShare({ ...OPTIONS, capacity });
        const half = Math.max(1, Math.floor(capacity / 2));
        const running = new Map(KEYS.map((key) => [key, 0]));
        const waiting = new Map(KEYS.map((key) => [key, 0]));
        const of = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0;
        const add = (counts: Map<string, number>, key: string, by: number) =>
          counts.set(key, of(counts, key) + by);
        const overtaken: string[] = [];
        const begin = (key: string) => {
          const others = KEYS.filter((other) => other !== key && of(waiting, other) > 0);
          overtaken.push(...others.filter((other) => of(running, other) < of(running, key)));
          add(running, key, 1);
        };
        const take = async ({ key, act }: Step) => {
          if (act === 'end' && of(running, key) > 0) {
            add(running, key, -1);
            share.leave(key);
          } else if (act === 'request' && of(waiting, key) === 0 && share.tryEnter(key)) begin(key);
          else if (act === 'request') {
            add(waiting, key, 1);
            void share.wait(key).then(() => (add(waiting, key, -1), begin(key)));
          }
          await nextTick();
          const all = [...running.values()].reduce((sum, each) => sum + each, 0);
          const waits = KEYS.filter((each) => of(waiting, each) > 0);
          expect([overtaken, share.running()]).toEqual([[], all]);
          expect(all).toBeLessThanOrEqual(capacity + half);
          if (waits.length > 0) expect(all).toBeGreaterThanOrEqual(capacity);
          for (const each of waits)
            if (all < capacity + half) expect(of(running, each)).toBeGreaterThanOrEqual(half);
        };
        for (const step of course) await take(step);
        // In the end all that was requested has run.
        while (share.running() > 0) {
          for (const key of KEYS) while (of(running, key) > 0) await take({ key, act: 'end' });
        }
        expect([share.waiting(), ...waiting.values()]).toEqual([0, 0, 0, 0, 0]);
        await share.idle();
      }),
    );
  });
});
