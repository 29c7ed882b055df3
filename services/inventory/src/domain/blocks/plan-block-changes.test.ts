import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedBlock, StoredBlock } from './block.ts';
import { planBlockChanges } from './plan-block-changes.ts';
import type { BlockChanges } from './plan-block-changes.ts';

const NOW = 100;
const rules = { nowAt: () => NOW, removesBegun: () => false };

function block(key: string, start: number, end: number, resourceId = 'villa'): ImportedBlock {
  const details = { listingId: 'listing', inboundEvent: key, startsAt: `${start}`, endsAt: `${end}` };
  return { key, resourceId, start, end, ...details };
}

let count = 0;
const store = (imported: ImportedBlock): StoredBlock => {
  count += 1;
  return { ...imported, id: `block-${count}`, revision: 0, claimIds: [] };
};

/** The rows after the changes. */
function apply(
  rows: readonly StoredBlock[],
  { added, moved, relabelled, removed }: BlockChanges,
): StoredBlock[] {
  const changed = new Map([...moved, ...relabelled].map(({ stored, imported }) => [stored.id, imported]));
  const left = rows.filter((row) => !removed.includes(row));
  return [...left.map((row) => ({ ...row, ...changed.get(row.id) })), ...added.map(store)];
}
const sync = (rows: readonly StoredBlock[], set: readonly ImportedBlock[], all = false): StoredBlock[] =>
  apply(rows, planBlockChanges(rows, set, { ...rules, removesBegun: () => all }));

const anyBlock = fc
  .record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    resourceId: fc.constantFrom('villa', 'cabin'),
    start: fc.integer({ min: 94, max: 106 }),
    length: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ key, resourceId, start, length }) => block(key, start, start + length, resourceId));
const anySet = fc.uniqueArray(anyBlock, {
  selector: ({ key, resourceId }) => `${key} ${resourceId}`,
  maxLength: 8,
});
const anySets = fc.array(anySet, { maxLength: 5 });

const isOver = ({ end }: ImportedBlock): boolean => end <= NOW;
const hasBegun = ({ start }: ImportedBlock): boolean => start <= NOW;
const shown = (rows: readonly ImportedBlock[]): string[] =>
  rows.map(({ resourceId, key, start, end }) => `${resourceId} ${key} ${start}-${end}`).toSorted();

describe('after any sequence of sets', () => {
  it('the blocks that have not begun are exactly those of the last set', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const rows = sync(
          sets.reduce<StoredBlock[]>((before, set) => sync(before, set), []),
          last,
        );
        expect(shown(rows.filter((row) => !hasBegun(row)))).toEqual(
          shown(last.filter((one) => !hasBegun(one))),
        );
      }),
    );
  });

  it('all blocks of the last set are stored, and all others had begun and did not change', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const before = sets.reduce<StoredBlock[]>((rows, set) => sync(rows, set), []);
        const rows = sync(before, last);
        const imported = new Set(shown(last));
        const current = rows.filter((row) => !isOver(row));
        for (const one of shown(last.filter((given) => !isOver(given))))
          expect(shown(current)).toContain(one);
        for (const row of current.filter((one) => !imported.has(shown([one]).join()))) {
          expect(hasBegun(row)).toBe(true);
          expect(before).toContainEqual(row);
        }
      }),
    );
  });

  it('a repeated set changes nothing', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const rows = sync(
          sets.reduce<StoredBlock[]>((before, set) => sync(before, set), []),
          last,
        );
        const { added, moved, relabelled, removed } = planBlockChanges(rows, last, rules);
        expect([added, moved, relabelled, removed]).toEqual([[], [], [], []]);
      }),
    );
  });

  it('names are unique, and a block that stays keeps its id', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const before = sets.reduce<StoredBlock[]>((rows, set) => sync(rows, set), []);
        const rows = sync(before, last);
        const nameOf = ({ resourceId, key }: ImportedBlock): string => `${resourceId} ${key}`;
        expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
        for (const row of before) {
          const now = rows.find((one) => nameOf(one) === nameOf(row));
          if (now !== undefined && last.some((one) => nameOf(one) === nameOf(row)))
            expect(now.id).toBe(row.id);
        }
      }),
    );
  });

  it('only blocks that are over remain when all are removed', () => {
    fc.assert(
      fc.property(anySets, (sets) => {
        const rows = sync(
          sets.reduce<StoredBlock[]>((before, set) => sync(before, set), []),
          [],
          true,
        );
        expect(rows.every(isOver)).toBe(true);
      }),
    );
  });
});

describe('one sync', () => {
  it('counts its changes', () => {
    const stored = [block('stays', 110, 112), block('moves', 120, 122), block('goes', 130, 132)].map(store);
    const begun = store(block('begun', 90, 105));
    const set = [block('stays', 110, 112), block('moves', 121, 123), block('comes', 140, 141)];
    const changes = planBlockChanges([...stored, begun], set, rules);
    expect(changes).toMatchObject({ added: [{ key: 'comes' }], removed: [{ key: 'goes' }], kept: 2 });
    expect(changes.moved.map(({ stored: { key } }) => key)).toEqual(['moves']);
  });

  it('removes begun blocks of resources that the connection no longer covers, and of no other', () => {
    const stored = [store(block('a', 90, 105, 'villa')), store(block('a', 90, 105, 'cabin'))];
    const changes = planBlockChanges(stored, [], {
      ...rules,
      removesBegun: (resourceId) => resourceId === 'cabin',
    });
    expect(changes).toMatchObject({ removed: [{ resourceId: 'cabin' }], kept: 1 });
  });

  it('recognises an event under another key by its dates, even one that has begun', () => {
    const stored = [store(block('old', 90, 105)), store(block('old too', 110, 112))];
    const changes = planBlockChanges(stored, [block('new', 90, 105), block('new too', 110, 112)], rules);
    expect(changes).toMatchObject({ added: [], removed: [], moved: [], kept: 2 });
    expect(changes.relabelled).toHaveLength(2);
  });

  it('applies new dates that make a begun event end in the past', () => {
    const changes = planBlockChanges([store(block('a', 90, 105))], [block('a', 90, 99)], rules);
    expect(changes).toMatchObject({ moved: [{ imported: { end: 99 } }], removed: [] });
  });
});
