import { describe, expect, it } from 'vitest';
import { endPage } from './end-page.ts';

const KIB = 1024;
/** A row whose item has so many bytes as JSON, quotes and comma included. */
const row = (bytes: number, letter = 'x') => letter.repeat((bytes - 3) / Buffer.byteLength(letter));
const pageOf = (rows: readonly string[], hasMore = false) => {
  const { items, last, isCut } = endPage({ rows, hasMore }, (text) => text);
  return { items: items.length, last: last === undefined ? undefined : rows.indexOf(last), isCut };
};

describe('a page of a list', () => {
  it('ends with its rows, and continues after the last one where there are more', () => {
    const rows = ['a', 'b', 'c'];
    expect(pageOf(rows)).toEqual({ items: 3, last: undefined, isCut: false });
    expect(pageOf(rows, true)).toEqual({ items: 3, last: 2, isCut: false });
    expect(pageOf([], true)).toEqual({ items: 0, last: undefined, isCut: false });
  });

  it('ends where its items would have more than 1 MiB less 4 KiB, and continues after the last one that fits', () => {
    const half = row(510 * KIB);
    expect(pageOf([half, half])).toEqual({ items: 2, last: undefined, isCut: false });
    const rows = [half, row(510 * KIB - 3), row(4), row(4)];
    expect(pageOf(rows)).toEqual({ items: 2, last: 1, isCut: true });
  });

  it('counts bytes, not characters', () => {
    const rows = [row(510 * KIB, '€'), row(510 * KIB, '€').concat('€')];
    expect(pageOf(rows)).toEqual({ items: 1, last: 0, isCut: true });
  });

  it('has one item at least, however large', () => {
    const huge = row(3 * 1024 * KIB);
    expect(pageOf([huge, 'next'])).toEqual({ items: 1, last: 0, isCut: true });
    expect(pageOf([huge])).toEqual({ items: 1, last: undefined, isCut: false });
  });
});
