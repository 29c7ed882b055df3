// Guarantees of If-None-Match: lists, weak tags and `*` are understood, and nonsense is as good as nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTags } from './entity-tags.ts';

describe('the answers a client still has', () => {
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
  ])('in %j are %j', (header, tags) => {
    expect(knownTags(header)).toEqual(tags);
  });

  it('are at most a hundred', () => {
    const many = Array.from({ length: 300 }, (_, at) => `"${at}"`).join(', ');
    expect(knownTags(many)).toHaveLength(100);
  });

  it('are found in any list of them, and any text is read without a fault', () => {
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
