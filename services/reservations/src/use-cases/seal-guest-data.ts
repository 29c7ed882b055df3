import type { GuestSealingRepository } from '../ports/guests.ts';

/** Seals the guests that the version before wrote in clear, batch by batch. */
export async function sealGuestData(deps: { readonly guestSealing: GuestSealingRepository }): Promise<void> {
  while (await deps.guestSealing.sealBatch());
}
