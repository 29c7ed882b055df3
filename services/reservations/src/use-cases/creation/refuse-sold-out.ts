import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { NewReservation } from '../../domain/creation/reservation-creation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type SoldOutDeps = Pick<ReservationsDeps, 'creations' | 'inventory' | 'soldOut'>;

export const holdConflict = refuse('hold_conflict', 'The units are already held or booked.');

/**
 * Refuses a stay that was sold out recently with two reads, instead of a row that is inserted before the claim and deleted
 * after it. Undefined if only a claim can decide, or if another answer comes first.
 */
export async function refuseSoldOut(
  { creations, inventory, soldOut }: SoldOutDeps,
  ctx: RequestContext,
  hold: NewReservation,
): Promise<Result<never> | undefined> {
  // A taken reference is refused before taken units.
  if (hold.externalReference !== null || !soldOut.isLikely(ctx.tenantId, hold.stay)) return undefined;
  if (!(await inventory.isTaken(ctx, hold))) {
    soldOut.forget(ctx.tenantId, hold.stay);
    return undefined;
  }
  // Read after the units: if a twin of this request has them, its row was inserted before its claim.
  return (await creations.wouldRefuse(ctx.tenantId, hold)) ? undefined : holdConflict;
}
