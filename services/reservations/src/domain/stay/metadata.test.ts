import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMetadata, mergeMetadata } from './metadata.ts';
import type { MetadataPatch } from './metadata.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'x']));

describe('a merge of metadata', () => {
  it.each<[string, object, MetadataPatch, object]>([
    ['adds a key', { a: '1' }, { b: '2' }, { a: '1', b: '2' }],
    ['replaces a value', { a: '1' }, { a: '2' }, { a: '2' }],
    ['removes by null', { a: '1', b: '2' }, { a: null }, { b: '2' }],
    ['removes by an empty text', { a: '1', b: '2' }, { a: '' }, { b: '2' }],
    ['removes what is not there', { a: '1' }, { b: null }, { a: '1' }],
    ['removes all', { a: '1', b: '2' }, null, {}],
    ['keeps what is not named', { a: '1' }, {}, { a: '1' }],
    ['takes any key', {}, { __proto__: '1', constructor: '2' }, { constructor: '2' }],
  ])('%s', (_, current, patch, merged) => {
    expect(mergeMetadata(current as Record<string, string>, patch)).toEqual(merged);
  });

  it('of different keys gives the same in any order', () => {
    const part = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.string({ minLength: 1 }));
    const other = fc.dictionary(fc.constantFrom('d', 'e'), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(part, other, (one, two) => {
        expect(mergeMetadata(mergeMetadata({}, one), two)).toEqual(
          mergeMetadata(mergeMetadata({}, two), one),
        );
      }),
    );
  });
});

describe('metadata', () => {
  it('has at most 50 keys, of a publishable key 10; the first one too many is named', () => {
    expect(checkMetadata(keys(50))).toMatchObject({ ok: true });
    expect(checkMetadata(keys(10), { isPublishable: true })).toMatchObject({ ok: true });
    const pointerOf = (result: object) => JSON.stringify(result).match(/"pointer":"([^"]+)"/)?.[1];
    expect(pointerOf(checkMetadata(keys(51)))).toBe('/metadata/key-50');
    expect(pointerOf(checkMetadata(keys(11), { isPublishable: true }))).toBe('/metadata/key-10');
  });

  it('may gain a key in the change that removes one', () => {
    expect(checkMetadata(mergeMetadata(keys(50), { 'key-0': null, more: 'x' }))).toMatchObject({ ok: true });
  });

  it('has at most 8 KiB in UTF-8', () => {
    const long = (length: number) =>
      Object.fromEntries(
        Array.from({ length: 16 }, (_, index) => [String.fromCharCode(97 + index), 'ä'.repeat(length)]),
      );
    expect(checkMetadata(long(255))).toMatchObject({ ok: true });
    expect(checkMetadata(long(256))).toMatchObject({ refusal: { code: 'validation_failed' } });
  });
});
