import { expect, it } from 'vitest';
import { claim, did, evidenceOf, noted, ROOM, shown, SUITE } from '../test/build-evidence.ts';
import { noDoubleSale } from './i1-no-double-sale.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => noDoubleSale.check(evidenceOf(pieces));

it('accepts claims side by side, and as many at once as there are units', () => {
  const next = { starts_at: '2027-05-04 00:00:00+00', ends_at: '2027-05-05 00:00:00+00' };
  const both = { resource_id: SUITE };
  expect(
    check({
      database: { claims: [claim('one'), claim('two', next), claim('three', both), claim('four', both)] },
    }),
  ).toEqual([]);
});

it('finds two claims of one unit', () => {
  expect(check({ database: { claims: [claim('one'), claim('two')] } })).toHaveLength(1);
});

it('finds more units than there are', () => {
  const both = { resource_id: SUITE, units: 2 };
  expect(check({ database: { claims: [claim('one', both), claim('two', both)] } })).toHaveLength(1);
});

it('accepts a second sale after the first one may have been cancelled', () => {
  const operations = [
    did('book', { from: 0, to: 10, input: { key: 'k1' }, output: shown('one', 'confirmed') }),
    did('cancel', { from: 20, to: 40, input: { id: 'one' }, outcome: 'info' }),
    did('book', { from: 30, to: 35, input: { key: 'k2' }, output: shown('two', 'confirmed') }),
  ];
  expect(check({ history: { operations } })).toEqual([]);
});

it('finds a second sale while the first one was surely alive', () => {
  const operations = [
    did('book', { from: 0, to: 10, input: { key: 'k1' }, output: shown('one', 'confirmed') }),
    did('book', { from: 20, to: 30, input: { key: 'k2' }, output: shown('two', 'confirmed') }),
    did('cancel', { from: 40, to: 50, input: { id: 'one' } }),
  ];
  expect(check({ history: { operations } })).toHaveLength(1);
});

it('takes a hold for ended after its time', () => {
  const operations = [
    did('hold', { from: 0, to: 10, input: { key: 'k1' }, output: shown('one', 'held') }),
    did('hold', { from: 9_000, to: 9_010, input: { key: 'k2' }, output: shown('two', 'held') }),
  ];
  expect(check({ history: { operations } })).toEqual([]);
});

it('finds a sale of a night that was read as blocked', () => {
  const event = { resourceId: ROOM, uid: 'u', from: '2027-05-03', to: '2027-05-04' };
  const days = [{ date: '2027-05-03', reasons: ['external_block'] }];
  const operations = [
    did('calendar', { from: 20, to: 30, input: { resourceId: ROOM }, output: { days } }),
    did('hold', { from: 40, to: 50, input: { key: 'k1' }, output: shown('one', 'held') }),
  ];
  const notes = [noted('feed-added', 10, event)];
  expect(check({ history: { operations, notes } })).toHaveLength(1);
  const removed = [...notes, noted('feed-removed', 45, event)];
  expect(check({ history: { operations, notes: removed } })).toEqual([]);
});

it('accepts a sale of the night that a change may have freed, and finds one before it', () => {
  const moved = shown('one', 'confirmed', { resourceId: SUITE });
  const sale = (from: number) => [
    did('book', { from: 0, to: 10, input: { key: 'k1' }, output: shown('one', 'confirmed') }),
    did('book', { from, to: from + 5, input: { key: 'k2' }, output: shown('two', 'confirmed') }),
    did('change', {
      from: 40,
      to: 60,
      input: { id: 'one', key: 'k3' },
      output: { ...moved, changeId: 'change-1', changeState: 'applied' },
    }),
  ];
  expect(check({ history: { operations: sale(50) } })).toEqual([]);
  expect(check({ history: { operations: sale(20) } })).toHaveLength(1);
});

it('accepts a sale of the night that a change frees once it is paid', () => {
  const awaiting = { ...shown('one', 'confirmed'), changeId: 'change-1', changeState: 'awaiting_payment' };
  const operations = [
    did('change', { from: 0, to: 10, input: { id: 'one', key: 'k1' }, output: awaiting }),
    did('book', { from: 50, to: 60, input: { key: 'k2' }, output: shown('two', 'confirmed') }),
  ];
  expect(check({ history: { operations } })).toEqual([]);
});

it('finds a sale of the night that a change has taken', () => {
  const taken = { ...shown('one', 'confirmed'), changeId: 'change-1', changeState: 'applied' };
  const operations = [
    did('change', { from: 0, to: 10, input: { id: 'one', key: 'k1' }, output: taken }),
    did('book', { from: 20, to: 30, input: { key: 'k2' }, output: shown('two', 'confirmed') }),
  ];
  expect(check({ history: { operations } })).toHaveLength(1);
});
