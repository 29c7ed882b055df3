import { expect, it } from 'vitest';
import { readBooking } from './booking-number.ts';

const number = { kind: 'number', number: 'K7QX2M9D' };

it.each([
  ['K7QX2M9D', number],
  ['k7qx-2m9d', number],
  [' K7QX 2M9D ', number],
  ['0197A204-0000-7000-8000-000000000001', { kind: 'id', id: '0197a204-0000-7000-8000-000000000001' }],
  ['K7QX', null],
  ['0197a204-0000-7000', null],
  ['', null],
])('%s is read as the id or the number of a booking, or as neither', (text, read) => {
  expect(readBooking(text)).toEqual(read);
});
