import { pageOf } from '@lodging/kernel';
import type { ListPosition, Page } from '@lodging/kernel';
import type { Rows } from '../ports.ts';

const FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export interface PageValues {
  readonly afterCreatedAt: string;
  readonly afterId: string;
  /** One row more than the page, which says whether the list continues. */
  readonly limit: number;
}

/** The condition and order of a list by (created_at, id), over the parameters of `PageValues`. */
export const AFTER = '(created_at, id) > ($afterCreatedAt::timestamptz, $afterId::uuid)';
export const IN_ORDER = 'ORDER BY created_at, id LIMIT $limit';

/** An empty page for a position that no list has: cursors are signed, but not by this service. */
export async function readPage<Row>(
  { limit, after }: Page,
  read: (values: PageValues) => Promise<Row[]>,
): Promise<Rows<Row>> {
  const { createdAt, id } = after ?? FIRST;
  if (after !== null && !isPositionTime(createdAt)) return { rows: [], hasMore: false };
  return pageOf(await read({ afterCreatedAt: createdAt, afterId: id, limit: limit + 1 }), limit);
}

function isPositionTime(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}
