import { expect, it } from 'vitest';
import { did, evidenceOf, reservationRow, shown, outboxRow } from '../test/build-evidence.ts';
import { legalMoves } from './i6-legal-moves.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => legalMoves.check(evidenceOf(pieces));
const read = (state: string, from: number, to: number) =>
  did('read', { from, to, output: shown('one', state) });

it('accepts moves along the matrix, and answers that overlap', () => {
  const operations = [read('held', 0, 10), read('confirmed', 20, 30), read('checked_in', 40, 50)];
  expect(check({ history: { operations } })).toEqual([]);
  expect(check({ history: { operations: [read('cancelled', 0, 20), read('held', 10, 30)] } })).toEqual([]);
  expect(check({ history: { operations: [read('expired', 0, 10), read('confirmed', 20, 30)] } })).toEqual([]);
});

it('finds a move back, and an end that the last sight does not lead to', () => {
  expect(
    check({ history: { operations: [read('cancelled', 0, 10), read('checked_in', 20, 30)] } }),
  ).toHaveLength(1);
  const reservations = [reservationRow('one', 'held')];
  expect(
    check({ history: { operations: [read('confirmed', 0, 10)] }, database: { reservations } }),
  ).toHaveLength(1);
});

it('finds versions that do not grow, and a record behind its events', () => {
  const outbox = [outboxRow('one', 'created', 1), outboxRow('one', 'confirmed', 2)];
  const reservations = [reservationRow('one', 'confirmed', { version: 2 })];
  expect(check({ database: { outbox, reservations } })).toEqual([]);
  const twice = [outboxRow('one', 'created', 1), outboxRow('one', 'confirmed', 1, { position: '2' })];
  expect(check({ database: { outbox: twice, reservations } })).toHaveLength(1);
  const behind = [reservationRow('one', 'confirmed', { version: 1 })];
  expect(check({ database: { outbox, reservations: behind } })).toHaveLength(1);
});

it('finds two changes of one version', () => {
  const change = (changeId: string, version: number) =>
    did('change', {
      input: { id: 'one', version, key: changeId },
      output: { ...shown('one', 'confirmed'), changeId, changeState: 'applied' },
    });
  const each = [change('first', 3), change('first', 3), change('second', 4)];
  expect(check({ history: { operations: each } })).toEqual([]);
  const both = [change('first', 3), change('second', 3)];
  expect(check({ history: { operations: both } })).toEqual(['version 3 of one was changed twice']);
});
