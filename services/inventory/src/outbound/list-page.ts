import { pageOf } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import type { ListPage } from '../ports/resources.ts';

const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const YEAR_1_MS = -62_135_596_800_000;

export interface PageValues {
  readonly afterCreatedAt: string;
  readonly afterId: string;
  readonly limit: number;
}

/** The parameters of a list query. Undefined: no row can have this position, so the page is empty. */
export function pageValues({ limit, after }: Page): PageValues | undefined {
  if (after === null)
    return {
      afterCreatedAt: '-infinity',
      afterId: '00000000-0000-0000-0000-000000000000',
      limit: limit + 1,
    };
  if (!isPostgresInstant(after.createdAt)) return undefined;
  return { afterCreatedAt: after.createdAt, afterId: after.id, limit: limit + 1 };
}

function isPostgresInstant(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > YEAR_1_MS;
  } catch {
    return false;
  }
}

/** `created_at` to the microsecond, as text: an instant of milliseconds would skip or repeat rows between two pages. */
export function positionColumn(alias: string, column = 'created_at'): string {
  return `to_char(${alias}.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at`;
}

export function listPage<Row extends { readonly id: string; readonly created_at: string }, T>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): ListPage<T> {
  const { rows: shown, hasMore } = pageOf(rows, limit);
  const last = hasMore ? shown.at(-1) : undefined;
  const nextAfter = last === undefined ? null : { createdAt: last.created_at, id: last.id };
  return { items: shown.map(read), nextAfter };
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
): { readonly items: T[]; readonly nextAfter: string | null } {
  const { rows: shown, hasMore } = pageOf(rows, limit);
  const last = hasMore ? shown.at(-1) : undefined;
  return {
    items: shown.map(read),
    nextAfter: last === undefined ? null : `${last.created_at} ${last.code}`,
  };
}

export const EMPTY_PAGE = { items: [], nextAfter: null } as const;
