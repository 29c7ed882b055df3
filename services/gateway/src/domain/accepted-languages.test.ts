import { expect, it } from 'vitest';
import { acceptedLanguages } from './accepted-languages.ts';

it.each([
  [undefined, []],
  ['', []],
  ['de', ['de']],
  ['de-AT, de;q=0.9, en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.2,fr; q=0.7 , es', ['es', 'fr', 'en']],
  ['de;q=0, *;q=0.5, fr;q=2, it;q=', []],
  ['en\r\nBcc: a@example.com', []],
])('%j', (header, languages) => {
  expect(acceptedLanguages(header)).toEqual(languages);
});

it('of a header of any length has at most ten', () => {
  expect(acceptedLanguages('de,'.repeat(100_000))).toHaveLength(10);
  expect(acceptedLanguages(`${'a'.repeat(100_000)},de`)).toEqual([]);
});
