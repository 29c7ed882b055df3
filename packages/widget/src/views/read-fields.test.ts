import { expect, it } from 'vitest';
import { readFields } from './read-fields.ts';

it.each([
  [undefined, ['name!']],
  [null, ['name!']],
  ['', []],
  ['name phone', ['name', 'phone']],
  [' message  phone!\narrivalTime! ', ['phone!', 'arrivalTime!', 'message']],
  ['passport name name!', ['name!']],
])('%j', (text, fields) => {
  expect(readFields(text).map(({ name, required }) => (required ? `${name}!` : name))).toEqual(fields);
});
