import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTags, matchedTags, ofAnyVariant, ofVariant, tagOfVariant, variantOf } from './entity-tags.ts';

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

describe('the tags of a body in several languages', () => {
  const [base, german] = [variantOf([]), variantOf(['de-AT', 'en'])];

  it('differ by the languages of the reader', () => {
    expect(tagOfVariant('"5"', base)).toBe('"5;base"');
    expect(tagOfVariant('"5"', german)).toBe('"5;de-at.en"');
  });

  it('are known again to a reader of the same languages alone', () => {
    const header = `W/${tagOfVariant('"5"', german)}, ${tagOfVariant('"5"', base)}, "4"`;
    expect(knownTags(ofVariant(header, german))).toEqual(['"5"', '"5;base"', '"4"']);
    expect(knownTags(ofVariant(header, base))).toEqual(['"5;de-at.en"', '"5"', '"4"']);
  });

  it('name one version, whatever the languages', () => {
    const header = `${tagOfVariant('"5"', german)}, ${tagOfVariant('"6"', base)}, "7"`;
    expect(matchedTags(ofAnyVariant(header))).toEqual(['"5"', '"6"', '"7"']);
  });
});
