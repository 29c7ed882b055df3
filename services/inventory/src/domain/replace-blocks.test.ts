// Guards that the blocks of a connection become those of its last set, whatever came before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownBlock, WantedBlock } from './block.ts';
import { planBlocks } from './replace-blocks.ts';
import type { BlockPlan } from './replace-blocks.ts';

const NOW = 100;
const rules = { nowAt: () => NOW, isGivenUp: () => false };

function block(key: string, start: number, end: number, resourceId = 'villa'): WantedBlock {
  const words = { listingId: 'listing', inboundEvent: key, startsAt: `${start}`, endsAt: `${end}` };
  return { key, resourceId, start, end, ...words };
}

let count = 0;
const keep = (wanted: WantedBlock): KnownBlock => {
  count += 1;
  return { ...wanted, id: `block-${count}`, revision: 0, claimIds: [] };
};

/** The rows after the plan was carried out. */
function carryOut(rows: readonly KnownBlock[], { added, moved, renamed, removed }: BlockPlan): KnownBlock[] {
  const changed = new Map([...moved, ...renamed].map(({ known, wanted }) => [known.id, wanted]));
  const left = rows.filter((row) => !removed.includes(row));
  return [...left.map((row) => ({ ...row, ...changed.get(row.id) })), ...added.map(keep)];
}
const follow = (rows: readonly KnownBlock[], set: readonly WantedBlock[], all = false): KnownBlock[] =>
  carryOut(rows, planBlocks(rows, set, { ...rules, isGivenUp: () => all }));

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

const isOver = ({ end }: WantedBlock): boolean => end <= NOW;
const hasBegun = ({ start }: WantedBlock): boolean => start <= NOW;
const shown = (rows: readonly WantedBlock[]): string[] =>
  rows.map(({ resourceId, key, start, end }) => `${resourceId} ${key} ${start}-${end}`).toSorted();

describe('after any sequence of sets', () => {
  it('what has not begun is exactly what the last set says', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const rows = follow(
          sets.reduce<KnownBlock[]>((before, set) => follow(before, set), []),
          last,
        );
        expect(shown(rows.filter((row) => !hasBegun(row)))).toEqual(
          shown(last.filter((one) => !hasBegun(one))),
        );
      }),
    );
  });

  it('all that the last set says stands, and whatever else stands had begun and was not touched', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const before = sets.reduce<KnownBlock[]>((rows, set) => follow(rows, set), []);
        const rows = follow(before, last);
        const wanted = new Set(shown(last));
        const standing = rows.filter((row) => !isOver(row));
        for (const one of shown(last.filter((given) => !isOver(given))))
          expect(shown(standing)).toContain(one);
        for (const row of standing.filter((one) => !wanted.has(shown([one]).join()))) {
          expect(hasBegun(row)).toBe(true);
          expect(before).toContainEqual(row);
        }
      }),
    );
  });

  it('the last set given again changes nothing', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const rows = follow(
          sets.reduce<KnownBlock[]>((before, set) => follow(before, set), []),
          last,
        );
        const { added, moved, renamed, removed } = planBlocks(rows, last, rules);
        expect([added, moved, renamed, removed]).toEqual([[], [], [], []]);
      }),
    );
  });

  it('a name is never there twice, and a block that goes on keeps its id', () => {
    fc.assert(
      fc.property(anySets, anySet, (sets, last) => {
        const before = sets.reduce<KnownBlock[]>((rows, set) => follow(rows, set), []);
        const rows = follow(before, last);
        const nameOf = ({ resourceId, key }: WantedBlock): string => `${resourceId} ${key}`;
        expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
        for (const row of before) {
          const now = rows.find((one) => nameOf(one) === nameOf(row));
          if (now !== undefined && last.some((one) => nameOf(one) === nameOf(row)))
            expect(now.id).toBe(row.id);
        }
      }),
    );
  });

  it('nothing but what is over stays when all is to go', () => {
    fc.assert(
      fc.property(anySets, (sets) => {
        const rows = follow(
          sets.reduce<KnownBlock[]>((before, set) => follow(before, set), []),
          [],
          true,
        );
        expect(rows.every(isOver)).toBe(true);
      }),
    );
  });
});

describe('one step', () => {
  it('counts what it did', () => {
    const known = [block('stays', 110, 112), block('moves', 120, 122), block('goes', 130, 132)].map(keep);
    const begun = keep(block('begun', 90, 105));
    const set = [block('stays', 110, 112), block('moves', 121, 123), block('comes', 140, 141)];
    const plan = planBlocks([...known, begun], set, rules);
    expect(plan).toMatchObject({ added: [{ key: 'comes' }], removed: [{ key: 'goes' }], kept: 2 });
    expect(plan.moved.map(({ known: { key } }) => key)).toEqual(['moves']);
  });

  it('frees what has begun where nobody speaks for the resource any more, and nowhere else', () => {
    const known = [keep(block('a', 90, 105, 'villa')), keep(block('a', 90, 105, 'cabin'))];
    const plan = planBlocks(known, [], { ...rules, isGivenUp: (resourceId) => resourceId === 'cabin' });
    expect(plan).toMatchObject({ removed: [{ resourceId: 'cabin' }], kept: 1 });
  });

  it('knows an event that comes back under another name, even one that has begun', () => {
    const known = [keep(block('old', 90, 105)), keep(block('old too', 110, 112))];
    const plan = planBlocks(known, [block('new', 90, 105), block('new too', 110, 112)], rules);
    expect(plan).toMatchObject({ added: [], removed: [], moved: [], kept: 2 });
    expect(plan.renamed).toHaveLength(2);
  });

  it('believes an event that says itself that it is over', () => {
    const plan = planBlocks([keep(block('a', 90, 105))], [block('a', 90, 99)], rules);
    expect(plan).toMatchObject({ moved: [{ wanted: { end: 99 } }], removed: [] });
  });
});
