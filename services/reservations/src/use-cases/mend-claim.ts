import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { InventoryClient } from '../ports/inventory.ts';
import type { OneStay, RecoveryRepository } from '../ports/recovery.ts';
import { contextFor } from './system-context.ts';

export interface MendClaimDeps {
  readonly recovery: Pick<RecoveryRepository, 'findStay'>;
  readonly inventory: Pick<InventoryClient, 'renewClaim' | 'releaseLost' | 'release'>;
}

type Mended = 'claimed' | 'released' | 'unchanged';

/** A row is written before its units are claimed: a stay without one has no claim under way. */
export async function mendClaim(
  { recovery, inventory }: MendClaimDeps,
  { tenantId, livemode }: RequestContext,
  id: string,
): Promise<Result<Mended>> {
  const stay = await recovery.findStay({ tenantId, id });
  if (stay === undefined) {
    const released = await inventory.releaseLost(contextFor({ tenantId, livemode }), id);
    return released.ok ? ok(released.value ? 'released' : 'unchanged') : released;
  }
  if (!stay.isLiving) return ok('unchanged');
  const renewed = await inventory.renewClaim(contextFor(stay), claimOf(stay));
  if (!renewed.ok) return refusalOf(renewed);
  // Cancelled meanwhile, it has asked for its release already, which the claim would outlive.
  const now = await recovery.findStay(stay);
  if (now?.isLiving === true) return ok('claimed');
  const released = await inventory.release(contextFor(stay), stay, 'cancelled');
  return released.ok ? ok('released') : released;
}

const claimOf = ({ id, resourceId, window, quantity }: OneStay) => ({
  id,
  stay: { resourceId, window, quantity },
});

function refusalOf(renewed: Result<null> & { ok: false }): Result<never> {
  if (renewed.refusal.code !== 'units_taken') return renewed;
  return refuse('unavailable', 'The units of the stay are sold again, or blocked.', { reasons: [] });
}
