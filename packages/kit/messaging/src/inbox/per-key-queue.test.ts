import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPerKeyQueue } from './per-key-queue.ts';

const keys = fc.record({
  tenantId: fc.constantFrom('one', 'two'),
  aggregateId: fc.constantFrom('a', 'b', 'c'),
});
const nameOf = ({ tenantId, aggregateId }: { tenantId: string; aggregateId: string }) =>
  `${tenantId} ${aggregateId}`;

describe('a per-key queue', () => {
  it('runs the work of each key in order, and never more at once than it may, whatever finishes when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(keys, { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 8 }),
        async (scheduler, work, concurrency, perTenant, capacity) => {
          const queue = createPerKeyQueue({ concurrency, perTenant, capacity });
          const ran = new Map<string, number[]>();
          const running = new Map<string, number>();
          const total = () => [...running.values()].reduce((sum, count) => sum + count, 0);
          const change = (tenantId: string, by: number) =>
            running.set(tenantId, (running.get(tenantId) ?? 0) + by);
          let [most, mostOfOne] = [0, 0];
          const feeding = (async () => {
            for (const [index, key] of work.entries()) {
              await queue.run(key, async () => {
                change(key.tenantId, 1);
                most = Math.max(most, total());
                mostOfOne = Math.max(mostOfOne, ...running.values());
                ran.set(nameOf(key), [...(ran.get(nameOf(key)) ?? []), index]);
                await scheduler.schedule(Promise.resolve());
                change(key.tenantId, -1);
              });
            }
            await queue.idle();
          })();
          await scheduler.waitFor(feeding);
          expect(most).toBeLessThanOrEqual(Math.min(concurrency, capacity));
          expect(mostOfOne).toBeLessThanOrEqual(perTenant);
          expect(total()).toBe(0);
          for (const [name, indexes] of Map.groupBy(work.keys(), (index) => nameOf(work[index] ?? fail())))
            expect(ran.get(name)).toEqual(indexes);
        },
      ),
    );
  });

  it('runs the work of a tenant beside that of another whose work never ends, be it of one aggregate or of many', async () => {
    const hangs = () => new Promise<void>(() => undefined);
    for (const aggregateOf of [() => 'same', (nth: number) => `${nth}`]) {
      const queue = createPerKeyQueue({ concurrency: 4, perTenant: 3, capacity: 20 });
      for (let nth = 0; nth < 19; nth += 1)
        await queue.run({ tenantId: 'busy', aggregateId: aggregateOf(nth) }, hangs);
      const { promise, resolve } = Promise.withResolvers<string>();
      await queue.run({ tenantId: 'other', aggregateId: 'a' }, async () => resolve('done'));
      expect(await promise).toBe('done');
    }
  });

  it('begins work of one aggregate in order and at once where that puts itself in order', async () => {
    const queue = createPerKeyQueue({ concurrency: 4, perTenant: 3, capacity: 20, sharesAggregates: true });
    const begun: number[] = [];
    const ended = Promise.withResolvers<void>();
    for (let nth = 0; nth < 6; nth += 1)
      await queue.run({ tenantId: 'one', aggregateId: 'a' }, () => {
        begun.push(nth);
        return ended.promise;
      });
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    ended.resolve();
    await queue.idle();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('takes work by its weight, and work that is heavier than its capacity alone', async () => {
    const queue = createPerKeyQueue({ concurrency: 9, perTenant: 9, capacity: 10 });
    const ends = new Map<string, () => void>();
    const begin = (name: string) => () => new Promise<void>((resolve) => void ends.set(name, resolve));
    const feed = (name: string, weight: number) =>
      queue.run({ tenantId: name, aggregateId: name }, begin(name), weight);
    const begun = async () => {
      await new Promise(setImmediate);
      return [...ends.keys()];
    };
    await feed('six', 6);
    void feed('five', 5);
    void feed('eleven', 11);
    expect(await begun()).toEqual(['six']);
    ends.get('six')?.();
    expect(await begun()).toEqual(['six', 'five']);
    ends.get('five')?.();
    expect(await begun()).toEqual(['six', 'five', 'eleven']);
    ends.get('eleven')?.();
    await queue.idle();
  });

  it('takes no more work than its capacity', async () => {
    const queue = createPerKeyQueue({ concurrency: 1, perTenant: 1, capacity: 2 });
    const first = Promise.withResolvers<void>();
    const taken: string[] = [];
    const feed = async (name: string, work: () => Promise<void>) => {
      await queue.run({ tenantId: name, aggregateId: name }, work);
      taken.push(name);
    };
    await feed('first', () => first.promise);
    await feed('second', async () => undefined);
    const third = feed('third', async () => undefined);
    await new Promise(setImmediate);
    expect(taken).toEqual(['first', 'second']);
    first.resolve();
    await third;
    await queue.idle();
    expect(taken).toEqual(['first', 'second', 'third']);
  });
});

function fail(): never {
  throw new Error('there is such work');
}
