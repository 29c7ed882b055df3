import type { SearchBackfillRepository } from '../ports/search-backfill.ts';

/** A run ends after so many, and the timer's pause follows: requests are served by the same thread. */
const MAX_BATCHES = 10;

/** Makes bookings findable that were made before there was a search, some batches a run, until all are. */
export async function fillSearch(
  { searchBackfill }: { readonly searchBackfill: SearchBackfillRepository },
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && signal?.aborted !== true; batch += 1)
    if (!(await searchBackfill.fillBatch())) return;
}
