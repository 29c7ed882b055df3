import type { GuestSealingRepository } from '../ports/guests.ts';

/** Seals the guests that the version before wrote in clear, batch by batch, until all are or the process ends. */
export async function sealGuestData(
  deps: { readonly guestSealing: GuestSealingRepository },
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true && (await deps.guestSealing.sealBatch()));
}
