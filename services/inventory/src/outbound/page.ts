import type { Page, PageWanted, Position } from '../use-cases/ports.ts';

const FIRST: Position = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** One row more than wanted tells whether there is a next page. Undefined: no list has such a position. */
export function pageValues({ limit, after }: PageWanted): [string, string, number] | undefined {
  if (after !== null && !isMoment(after.createdAt)) return undefined;
  const { createdAt, id } = after ?? FIRST;
  return [createdAt, id, limit + 1];
}

function isMoment(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > -62_135_596_800_000;
  } catch {
    return false;
  }
}

export function pageOf<Row extends { readonly id: string; readonly created_at: string }, T>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextAfter = last === undefined ? null : { createdAt: last.created_at, id: last.id };
  return { items: shown.map(read), nextAfter };
}

export const NO_PAGE = { items: [], nextAfter: null } as const;
