// Guarantees of what people read: columns line up, nothing is cut off, and nothing moves the cursor.
import { describe, expect, it } from 'vitest';
import { sheet, table } from './table.ts';
import type { Column } from './table.ts';

interface Row {
  readonly name: string | null;
  readonly count: number;
}
const columns: readonly Column<Row>[] = [
  { title: 'name', of: ({ name }) => name },
  { title: 'count', of: ({ count }) => count },
];

describe('table', () => {
  it('makes columns as wide as what is in them, with numbers to the right', () => {
    const rows = [
      { name: 'a', count: 1_000 },
      { name: 'longer', count: 7 },
    ];
    expect(table(rows, columns).split('\n')).toEqual(['NAME    COUNT', 'a        1000', 'longer      7']);
  });

  it('shows what is not there as a dash, and only the head of an empty list', () => {
    expect(table([{ name: null, count: 1 }], columns)).toBe('NAME  COUNT\n–         1');
    expect(table([], columns)).toBe('NAME  COUNT');
  });

  it('counts characters as people do', () => {
    const lines = table(
      [
        { name: 'Zürich', count: 1 },
        { name: '👨‍👩‍👧', count: 2 },
      ],
      columns,
    ).split('\n');
    expect(lines[1]).toBe('Zürich      1');
    expect(lines[2]).toBe('👨‍👩‍👧           2');
  });

  it('lets no answer move the cursor, ring the bell or turn the text round', () => {
    const text = table([{ name: 'a\u001b[2Jb\u0007c\nd\u202ee', count: 1 }], columns);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('a [2Jb c d e');
  });
});

describe('sheet', () => {
  it('has a line for each field, values under one another', () => {
    expect(
      sheet([
        ['id', 'x'],
        ['created at', null],
      ]),
    ).toBe('id          x\ncreated at  –');
  });
});
