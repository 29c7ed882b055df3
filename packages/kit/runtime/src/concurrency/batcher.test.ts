import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

interface Note {
  readonly key: string;
  readonly conflict: string;
  readonly nth: number;
}

const notes = (amount: number, about: (nth: number) => Partial<Note> = () => ({})): Note[] =>
  Array.from({ length: amount }, (_, nth) => ({ key: 'k', conflict: String(nth), nth, ...about(nth) }));

function batching(before: (batch: readonly Note[]) => Promise<void> = async () => undefined) {
  const batches: number[][] = [];
  const add = createBatcher<Note, string>({
    queueKey: ({ key }) => key,
    conflictKey: ({ conflict }) => conflict,
    isFatal: (error) => String(error).includes('for all'),
    maxBatch: 10,
    async run(batch) {
      batches.push(batch.map(({ nth }) => nth));
      await before(batch);
      return batch.map(({ nth }) => `done ${nth}`);
    },
  });
  return { batches, add };
}

describe('a batcher', () => {
  it('runs concurrent calls together, in their order, and never more than a batch may have', async () => {
    const { batches, add } = batching();
    const results = await Promise.all(notes(25).map(add));
    expect(results).toEqual(notes(25).map(({ nth }) => `done ${nth}`));
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
    expect(batches.flat()).toEqual(notes(25).map(({ nth }) => nth));
  });

  it('collects calls that arrive meanwhile into one next batch, and lets queues not wait for each other', async () => {
    const first = Promise.withResolvers<void>();
    const { batches, add } = batching((batch) => (batch[0]?.nth === 0 ? first.promise : Promise.resolve()));
    const [one, ...others] = notes(4);
    if (one === undefined) throw new Error('no note');
    const waiting = [add(one)];
    await new Promise(setImmediate);
    waiting.push(...others.map(add));
    await add({ key: 'other', conflict: '', nth: 99 });
    expect(batches).toEqual([[0], [99]]);
    first.resolve();
    await Promise.all(waiting);
    expect(batches).toEqual([[0], [99], [1, 2, 3]]);
  });

  it('never has two items in conflict in one batch, and keeps their order', async () => {
    const { batches, add } = batching();
    await Promise.all(notes(4, (nth) => ({ conflict: nth < 3 ? 'same' : 'own' })).map(add));
    expect(batches).toEqual([[0, 3], [1], [2]]);
  });

  it('runs each batch in the async context of its own first call', async () => {
    const caller = new AsyncLocalStorage<string>();
    const first = Promise.withResolvers<void>();
    const callers: (string | undefined)[] = [];
    const { add } = batching((batch) => {
      callers.push(caller.getStore());
      return batch[0]?.nth === 0 ? first.promise : Promise.resolve();
    });
    const [one, other, last] = notes(3);
    if (one === undefined || other === undefined || last === undefined) throw new Error('no note');
    const waiting = [caller.run('one', () => add(one))];
    await new Promise(setImmediate);
    waiting.push(
      caller.run('other', () => add(other)),
      caller.run('last', () => add(last)),
    );
    first.resolve();
    await Promise.all(waiting);
    expect(callers).toEqual(['one', 'other']);
  });

  it('rejects only the call that cannot succeed', async () => {
    const { add } = batching(async (batch) => {
      if (batch.some(({ nth }) => nth === 2)) throw new Error('the third is bad');
    });
    const outcomes = await Promise.allSettled(notes(4).map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('rejects the whole batch at once with a fatal error', async () => {
    const { batches, add } = batching(() => Promise.reject(new Error('closed for all')));
    const outcomes = await Promise.allSettled(notes(4).map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(batches).toHaveLength(1);
  });

  it('lets later calls overtake a slow batch, within its maximum of batches', async () => {
    const stuck = Promise.withResolvers<void>();
    const ran: number[] = [];
    const add = createBatcher<number, number>({
      queueKey: () => '',
      maxBatch: 1,
      slowAfterMs: 5,
      maxConcurrency: 2,
      isFatal: () => false,
      async run([item = -1]) {
        ran.push(item);
        if (item < 2) await stuck.promise;
        return [item];
      },
    });
    const first = [add(0)];
    await new Promise(setImmediate);
    first.push(add(1));
    const third = add(2);
    await vi.waitFor(() => expect(ran).toEqual([0, 1]));
    stuck.resolve();
    expect(await Promise.all([...first, third])).toEqual([0, 1, 2]);
  });
});
