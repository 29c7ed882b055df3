import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { NewReservation } from '../domain/reservation-creation.ts';
import type { ReservationCreationRepository } from '../ports/creations.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import type { SoldOutWishes } from '../ports/sold-out-wishes.ts';

export interface SoldOutDeps {
  readonly creations: Pick<ReservationCreationRepository, 'hasObstacle'>;
  readonly inventory: Pick<InventoryClient, 'isTaken'>;
  readonly soldOut: SoldOutWishes;
}

export const holdConflict = refuse('hold_conflict', 'The units are already held or booked.');

/**
 * Many guests want what one of them has got: their refusal is two reads, instead of a row that is inserted before the claim
 * and deleted after it. Undefined where only a claim can tell, and where another answer comes first.
 */
export async function refuseSoldOut(
  { creations, inventory, soldOut }: SoldOutDeps,
  ctx: RequestContext,
  hold: NewReservation,
): Promise<Result<never> | undefined> {
  // Whether the reference is free is told before whether the units are.
  if (hold.externalReference !== null || !soldOut.isLikely(ctx.tenantId, hold.stay)) return undefined;
  if (!(await inventory.isTaken(ctx, hold))) {
    soldOut.forget(ctx.tenantId, hold.stay);
    return undefined;
  }
  // Read after the units: where a twin of this request has them, its row is there since before its claim.
  return (await creations.hasObstacle(ctx.tenantId, hold)) ? undefined : holdConflict;
}
