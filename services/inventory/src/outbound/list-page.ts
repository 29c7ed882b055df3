import { pageOf } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { sizedPageOf } from '@lodging/kit-postgres';
import type { SizedRow } from '@lodging/kit-postgres';
import type { ListPage } from '../ports/resources.ts';

/** `created_at` to the microsecond, as text: an instant of milliseconds would skip or repeat rows between two pages. */
export function positionColumn(alias: string, column = 'created_at'): string {
  return `to_char(${alias}.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at`;
}

interface ListedRow {
  readonly id: string;
  readonly created_at: string;
}

export function listPage<Row extends ListedRow, T>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): ListPage<T> {
  return placed(pageOf(rows, limit), read);
}

/** The same of the rows of a `sizedPage`. */
export function sizedListPage<Row extends ListedRow & SizedRow, T>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): ListPage<T> {
  return placed(sizedPageOf(rows, limit), read);
}

function placed<Row extends ListedRow, T>(
  { rows, hasMore }: { readonly rows: readonly Row[]; readonly hasMore: boolean },
  read: (row: Row) => T,
): ListPage<T> {
  const listed = rows.map((row) => ({
    item: read(row),
    position: { createdAt: row.created_at, id: row.id },
  }));
  return { rows: listed, hasMore };
}

/** The parameters of a list of what has a code: a position is the time of creation and the code. */
export function codedPageValues({ limit, after }: Page<string>) {
  const [afterCreatedAt = '', afterCode = ''] = after === null ? ['-infinity', ''] : after.split(' ');
  return { afterCreatedAt, afterCode, limit: limit + 1 };
}

export function codedPage<Row extends { readonly code: string; readonly created_at: string }, T>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): ListPage<T, string> {
  const { rows: shown, hasMore } = pageOf(rows, limit);
  const listed = shown.map((row) => ({ item: read(row), position: `${row.created_at} ${row.code}` }));
  return { rows: listed, hasMore };
}

export const EMPTY_PAGE = { rows: [], hasMore: false } as const;
