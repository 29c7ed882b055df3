import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostTaken, packLanes } from './lanes.ts';
import type { Lanes, Taking } from './lanes.ts';

const START = '2027-06-01';
const taking = fc
  .record({
    begin: fc.nat(20),
    nights: fc.integer({ min: 1, max: 9 }),
    units: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ begin, nights, units }) => ({
    from: addDays(START, begin),
    to: addDays(START, begin + nights),
    units,
  }));
const takings = fc
  .array(taking, { maxLength: 25 })
  .map((list) => list.map((one, at): Taking => ({ ...one, id: `id-${String(at).padStart(2, '0')}` })));

const lanesOf = ({ placed }: Lanes<Taking>): Map<string, readonly number[]> =>
  new Map(placed.map(({ entry, lanes }) => [entry.id, lanes]));

it('two entries of a lane have no night in common', () => {
  fc.assert(
    fc.property(takings, (entries) => {
      const { placed } = packLanes(entries);
      for (const [at, one] of placed.entries())
        for (const other of placed.slice(at + 1)) {
          if (!one.lanes.some((lane) => other.lanes.includes(lane))) continue;
          expect(one.entry.to <= other.entry.from || other.entry.to <= one.entry.from).toBe(true);
        }
    }),
  );
});

it('an entry has as many lanes as units, and there are as many lanes as units taken in the fullest night', () => {
  fc.assert(
    fc.property(takings, (entries) => {
      const { placed, count } = packLanes(entries);
      for (const { entry, lanes } of placed) expect(new Set(lanes).size).toBe(entry.units);
      const taken = entries.map(({ from: night }) =>
        entries
          .filter(({ from, to }) => from <= night && night < to)
          .reduce((sum, { units }) => sum + units, 0),
      );
      expect(count).toBe(Math.max(0, ...taken));
    }),
  );
});

it('the order in which entries are read changes nothing', () => {
  const shuffled = takings.chain((entries) =>
    fc.tuple(
      fc.constant(entries),
      fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([entries, others]) => {
      expect(lanesOf(packLanes(others))).toEqual(lanesOf(packLanes(entries)));
    }),
  );
});

it('an entry that begins later moves none that begins before', () => {
  fc.assert(
    fc.property(takings, taking, (entries, more) => {
      const before = lanesOf(packLanes(entries));
      const after = lanesOf(packLanes([...entries, { ...more, id: 'id-99' }]));
      for (const { id, from } of entries)
        if (from <= more.from) expect(after.get(id)).toEqual(before.get(id));
    }),
  );
});

it('the most that is taken over some nights is that of their fullest night, whatever is taken beside them', () => {
  fc.assert(
    fc.property(takings, taking, (entries, { from, to }) => {
      let most = 0;
      for (let night = from; night < to; night = addDays(night, 1)) {
        const taken = entries.filter((entry) => entry.from <= night && night < entry.to);
        most = Math.max(
          most,
          taken.reduce((sum, { units }) => sum + units, 0),
        );
      }
      expect(mostTaken(entries, { from, to })).toBe(most);
    }),
  );
});
