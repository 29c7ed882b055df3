import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import type { LivingStay, OneStay } from '../../ports/recovery.ts';

export type PlaceClaimDeps = Pick<ReservationsDeps, 'recovery' | 'inventory' | 'newId'>;

/** `confirm` leaves a released claim released; `renew` claims its units again. */
export type Placement = 'confirm' | 'renew';

/** A stay that is changed again and again while it is placed is left for the next run. */
const MOST_TRIES = 3;

/** `left`: a hold whose claim is where the hold is, or is gone: it claims its units when it is confirmed. */
export type Placed = 'claimed' | 'left';

/**
 * Gives a stay its own units. A change that only one of the two databases still has left its claim elsewhere: the claim moves
 * to the stay, where its units are free; otherwise it stays where it is, and nothing is sold twice.
 */
export async function placeClaim(
  deps: PlaceClaimDeps,
  stay: LivingStay,
  placement: Placement,
): Promise<Result<Placed>> {
  let current = stay;
  let placed: Placed = 'left';
  for (let tries = 0; tries < MOST_TRIES && !current.isChanging; tries += 1) {
    const moved = await alignClaim(deps, current);
    // Without a claim there is nothing to move.
    if (!moved.ok && moved.refusal.code !== 'claim_released') return moved;
    const hasMoved = moved.ok && moved.value;
    if (!current.isHeld) {
      const claimed = await claim(deps, current, placement);
      if (!claimed.ok) return claimed;
    }
    if (hasMoved || !current.isHeld) placed = 'claimed';
    if (!hasMoved) return ok(placed);
    // A change that was made since the stay was read has moved the claim before.
    const now = await deps.recovery.findStay(current);
    if (now === undefined || !now.isLiving) return ok(placed);
    if (!now.isChanging && isSamePlace(now, current)) return ok(placed);
    current = now;
  }
  return refuse('resource_locked', 'The stay is being changed.');
}

function alignClaim({ inventory, newId }: PlaceClaimDeps, stay: LivingStay): Promise<Result<boolean>> {
  const { isChanged } = stay;
  return inventory.alignClaim(contextOf(stay), { moveId: newId(), claim: claimOf(stay), isChanged });
}

function claim({ inventory }: PlaceClaimDeps, stay: LivingStay, placement: Placement): Promise<Result<null>> {
  const [ctx, requested] = [contextOf(stay), claimOf(stay)];
  return placement === 'renew'
    ? inventory.renewClaim(ctx, requested)
    : inventory.confirmClaim(ctx, requested);
}

const contextOf = ({ tenantId, livemode }: LivingStay) =>
  systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);

const claimOf = ({ id, resourceId, window, quantity }: LivingStay) => ({
  id,
  stay: { resourceId, window, quantity },
});

function isSamePlace(one: OneStay, other: LivingStay): boolean {
  return (
    one.resourceId === other.resourceId &&
    one.quantity === other.quantity &&
    one.window.from.equals(other.window.from) &&
    one.window.to.equals(other.window.to)
  );
}
