import { expect, it } from 'vitest';
import { stayDatesText } from './stay-dates.ts';

const stay = (from: string, to: string) => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
});

it.each([
  ['en-GB', '2027-06-10', '2027-06-12', '10–12 June 2027'],
  ['en-GB', '2027-06-30', '2027-07-02', '30 June – 2 July 2027'],
  ['en-GB', '2027-06-10', '2027-06-10', '10 June 2027'],
  ['de', '2027-06-10', '2027-06-12', '10.–12. Juni 2027'],
  ['fr', '2027-06-10', '2027-06-12', '10–12 juin 2027'],
  ['es', '2027-06-10', '2027-06-12', '10–12 de junio de 2027'],
])('%s, %s to %s', (language, from, to, text) => {
  expect(stayDatesText(stay(from, to), language)).toBe(text);
});

it('can leave out the year', () => {
  expect(stayDatesText(stay('2027-06-10', '2027-06-12'), 'en-GB', 'without_year')).toBe('10–12 June');
});
