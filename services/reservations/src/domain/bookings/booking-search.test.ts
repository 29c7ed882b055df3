import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesSearch, searchPrefixes, storedPrefix } from './booking-search.ts';

const ada = { guestEmail: 'Ada@example.com', guestName: 'Ada Lovelace-King', externalReference: 'PMS 4711' };

it.each(['ada', 'ADA@EX', 'love', 'Lovelace-King', 'pms', 'PMS 47'])('%s finds a booking', (query) => {
  expect(matchesSearch(ada, query)).toBe(true);
  expect(searchPrefixes(ada)).toContain(storedPrefix(query));
});

it.each(['king', 'example', '4711', 'ada lovelace', 'lovelace-kings'])('%s does not find it', (query) => {
  expect(matchesSearch(ada, query)).toBe(false);
});

it('every beginning of three characters or more is found by what is stored', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 3, maxLength: 40 })
    .filter((text) => !/\s/u.test(text));
  fc.assert(
    fc.property(word, fc.nat({ max: 40 }), (text, cut) => {
      const query = text.normalize('NFC').slice(0, 3 + cut);
      fc.pre(query.normalize('NFC').length >= 3);
      const details = { guestEmail: null, guestName: text, externalReference: null };
      if (!matchesSearch(details, query)) return;
      expect(searchPrefixes(details)).toContain(storedPrefix(query));
    }),
  );
});
