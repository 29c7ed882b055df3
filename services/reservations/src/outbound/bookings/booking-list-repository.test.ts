import { describe, expect, it } from 'vitest';
import type { BookingFilter } from '../../domain/bookings/booking-filter.ts';
import { listStatement } from './booking-list-repository.ts';

const open = { from: undefined, to: undefined };
const all: BookingFilter = { resourceId: undefined, states: undefined, guestEmail: undefined, window: open };
const date = Temporal.PlainDate.from('2027-03-01');
const page = { after: { createdAt: '-infinity', id: '' }, limit: 21 };
const statementOf = (filter: Partial<BookingFilter>) => listStatement('t1', { ...all, ...filter }, page);

describe('the statement of a list', () => {
  it('is kept by connections for up to two filters, under a name of its own', () => {
    const kept = [
      {},
      { resourceId: 'r1' },
      { resourceId: 'r1', states: ['held' as const] },
      { window: { from: date, to: date } },
    ].map(statementOf);
    expect(kept.map(({ isPrepared = true }) => isPrepared)).toEqual([true, true, true, true]);
    expect(new Set(kept.map(({ name }) => name)).size).toBe(4);
  });

  it('is planned for each call beyond that, under one name', () => {
    const once = [
      { window: { from: date, to: date }, resourceId: 'r1' },
      { window: { from: date, to: date }, states: ['confirmed' as const] },
      { source: 'manual' as const, externalReference: 'PMS', query: 'ada' },
    ].map(statementOf);
    expect(once.map(({ isPrepared }) => isPrepared)).toEqual([false, false, false]);
    expect(new Set(once.map(({ name }) => name)).size).toBe(1);
  });

  it.each([
    ['asc', '-infinity', '2027-03-01T00:00:00Z'],
    ['asc', '2027-02-28T23:59:59.999999Z', '2027-03-01T00:00:00Z'],
    ['asc', '2027-03-01T00:00:00.000001Z', '2027-03-01T00:00:00.000001Z'],
    ['desc', 'infinity', '2027-03-02T00:00:00Z'],
    ['desc', '2027-03-02T00:00:00.000000Z', '2027-03-02T00:00:00Z'],
    ['desc', '2027-03-01T23:59:59.999999Z', '2027-03-01T23:59:59.999999Z'],
  ] as const)('of bookings made in a range, %s after %s, begins at %s', (order, createdAt, begin) => {
    const created = {
      from: Temporal.Instant.from('2027-03-01T00:00:00Z'),
      to: Temporal.Instant.from('2027-03-02T00:00:00Z'),
    };
    const after = { createdAt, id: 'b1' };
    const { text, values } = listStatement('t1', { ...all, created }, { after, limit: 21, order });
    const [, parameter] = /created_at, reservations.id\) [<>] \(\$(\d+)/.exec(text) ?? [];
    expect(values[Number(parameter) - 1]).toBe(begin);
  });
});
