import { keysetValues, pageOf } from '@lodging/kernel';
import type { KeysetValues, Page, RowPage } from '@lodging/kernel';

/** The condition and order of a list by (created_at, id), over the parameters of `KeysetValues`. */
export const AFTER = '(created_at, id) > ($afterCreatedAt::timestamptz, $afterId::uuid)';
export const IN_ORDER = 'ORDER BY created_at, id LIMIT $limit';

export async function readPage<Row>(
  page: Page,
  read: (values: KeysetValues) => Promise<Row[]>,
): Promise<RowPage<Row>> {
  const values = keysetValues(page);
  return values === undefined ? { rows: [], hasMore: false } : pageOf(await read(values), page.limit);
}
