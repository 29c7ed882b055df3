import { ok, pageOf } from '@lodging/kernel';
import type { Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { ErasuresPage, ListedErasure } from '../../ports/profiles.ts';

export type ListErasuresDeps = Pick<ReservationsDeps, 'guests'>;

/** Of all tenants: the platform's operator repeats them after a restore. */
export async function listErasures(
  { guests }: ListErasuresDeps,
  _ctx: RequestContext,
  page: ErasuresPage,
): Promise<Result<RowPage<ListedErasure>>> {
  return ok(pageOf(await guests.listErasures({ ...page, limit: page.limit + 1 }), page.limit));
}
