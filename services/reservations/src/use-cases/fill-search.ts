import type { SearchBackfillRepository } from '../ports/search-backfill.ts';

/** Makes bookings findable that were made before there was a search, batch by batch, until all are. */
export async function fillSearch(deps: { readonly searchBackfill: SearchBackfillRepository }): Promise<void> {
  while (await deps.searchBackfill.fillBatch());
}
