// Guards what is done in lots: nobody is left out, nobody spoils another, and what may not stand together does not.
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { gather } from './gather.ts';

interface Note {
  readonly key: string;
  readonly part: string;
  readonly nth: number;
}

const notes = (amount: number, about: (nth: number) => Partial<Note> = () => ({})): Note[] =>
  Array.from({ length: amount }, (_, nth) => ({ key: 'k', part: String(nth), nth, ...about(nth) }));

function gathering(before: (lot: readonly Note[]) => Promise<void> = async () => undefined) {
  const lots: number[][] = [];
  const add = gather<Note, string>({
    keyOf: ({ key }) => key,
    partOf: ({ part }) => part,
    isFatal: (error) => String(error).includes('for everybody'),
    most: 10,
    async doAll(lot) {
      lots.push(lot.map(({ nth }) => nth));
      await before(lot);
      return lot.map(({ nth }) => `done ${nth}`);
    },
  });
  return { lots, add };
}

describe('gather', () => {
  it('does together what comes at the same time, in its order, and never more than it may', async () => {
    const { lots, add } = gathering();
    const results = await Promise.all(notes(25).map(add));
    expect(results).toEqual(notes(25).map(({ nth }) => `done ${nth}`));
    expect(lots.map((lot) => lot.length)).toEqual([10, 10, 5]);
    expect(lots.flat()).toEqual(notes(25).map(({ nth }) => nth));
  });

  it('lets what comes meanwhile wait for one next lot, and keys not for each other', async () => {
    const first = Promise.withResolvers<void>();
    const { lots, add } = gathering((lot) => (lot[0]?.nth === 0 ? first.promise : Promise.resolve()));
    const [one, ...others] = notes(4);
    if (one === undefined) throw new Error('no note');
    const waiting = [add(one)];
    await new Promise(setImmediate);
    waiting.push(...others.map(add));
    await add({ key: 'other', part: '', nth: 99 });
    expect(lots).toEqual([[0], [99]]);
    first.resolve();
    await Promise.all(waiting);
    expect(lots).toEqual([[0], [99], [1, 2, 3]]);
  });

  it('never has the same part twice in a lot, and keeps its order', async () => {
    const { lots, add } = gathering();
    await Promise.all(notes(4, (nth) => ({ part: nth < 3 ? 'same' : 'own' })).map(add));
    expect(lots).toEqual([[0, 3], [1], [2]]);
  });

  it('does each lot as part of what asked for its first, not of what asked hours ago', async () => {
    const asker = new AsyncLocalStorage<string>();
    const first = Promise.withResolvers<void>();
    const askers: (string | undefined)[] = [];
    const { add } = gathering((lot) => {
      askers.push(asker.getStore());
      return lot[0]?.nth === 0 ? first.promise : Promise.resolve();
    });
    const [one, other, last] = notes(3);
    if (one === undefined || other === undefined || last === undefined) throw new Error('no note');
    const waiting = [asker.run('one', () => add(one))];
    await new Promise(setImmediate);
    waiting.push(
      asker.run('other', () => add(other)),
      asker.run('last', () => add(last)),
    );
    first.resolve();
    await Promise.all(waiting);
    expect(askers).toEqual(['one', 'other']);
  });

  it('fails only for the one who cannot be served', async () => {
    const { add } = gathering(async (lot) => {
      if (lot.some(({ nth }) => nth === 2)) throw new Error('the third is bad');
    });
    const outcomes = await Promise.allSettled(notes(4).map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('tells everybody at once of what would meet each of them', async () => {
    const { lots, add } = gathering(() => Promise.reject(new Error('closed for everybody')));
    const outcomes = await Promise.allSettled(notes(4).map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(lots).toHaveLength(1);
  });
});
