import type { GuestSealingRepository } from '../ports/guests.ts';

/** A run ends after so many, and the timer's pause follows: requests are served by the same thread. */
const MAX_BATCHES = 10;

/** Seals the guests that the version before wrote in clear, some batches a run, until all are. */
export async function sealGuestData(
  deps: { readonly guestSealing: GuestSealingRepository },
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && signal?.aborted !== true; batch += 1)
    if (!(await deps.guestSealing.sealBatch())) return;
}
