import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTags, matchedTags } from './entity-tags.ts';

describe('the entity tags of If-None-Match', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['*', ['*']],
    [' * ', ['*']],
    ['"a"', ['"a"']],
    ['"a","b" ,  "c"', ['"a"', '"b"', '"c"']],
    ['W/"a", "a", W/"b"', ['"a"', '"b"']],
    ['"with,comma", "x"', ['"with,comma"', '"x"']],
    ['""', ['""']],
    ['a', []],
    ['"a', []],
    ['w/"a"', []],
    ['"a" "b"', []],
    ['"a", *', []],
  ])('%j: %j', (header, tags) => {
    expect(knownTags(header)).toEqual(tags);
  });

  it('are limited to 100', () => {
    const many = Array.from({ length: 300 }, (_, at) => `"${at}"`).join(', ');
    expect(knownTags(many)).toHaveLength(100);
  });

  it('are found in any list of tags, and no text makes the parser throw', () => {
    const tag = fc.stringMatching(/^[!#-+\--~]{0,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 20 }), (names) => {
        const tags = names.map((name) => `"${name}"`);
        expect(knownTags(tags.join(', '))).toEqual(tags);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(knownTags(text))));
  });
});

it.each([
  ['', []],
  ['*', ['*']],
  ['"v3"', ['"v3"']],
  ['"v2", "v3"', ['"v2"', '"v3"']],
  ['W/"v3"', []],
  ['W/"v3", "v2"', ['"v2"']],
  ['v3', []],
  ['"v3" x', []],
  ['"v3", *', []],
])('the entity tags of If-Match are strong: %j: %j', (header, tags) => {
  expect(matchedTags(header)).toEqual(tags);
});
