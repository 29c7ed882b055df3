import { systemContext } from '@lodging/kit-runtime';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OneStay } from '../../ports/recovery.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type RepairClaimDeps = Pick<ReservationsDeps, 'recovery' | 'inventory'>;

type RepairOutcome = 'claimed' | 'released' | 'unchanged';

/** Makes the claim agree with the stay. A row is inserted before its units are claimed, so without a row no claim is in progress. */
export async function repairClaim(
  { recovery, inventory }: RepairClaimDeps,
  { tenantId, livemode }: RequestContext,
  id: string,
): Promise<Result<RepairOutcome>> {
  const stay = await recovery.findStay({ tenantId, id });
  if (stay === undefined) {
    const released = await inventory.releaseLost(systemContext(tenantId, livemode, BACKGROUND_TIMEOUT), id);
    return released.ok ? ok(released.value ? 'released' : 'unchanged') : released;
  }
  if (!stay.isLiving) return ok('unchanged');
  const renewed = await inventory.renewClaim(
    systemContext(stay.tenantId, stay.livemode, BACKGROUND_TIMEOUT),
    claimOf(stay),
  );
  if (!renewed.ok) return refusalOf(renewed);
  // A stay that was cancelled meanwhile has requested its release already; the renewed claim would remain.
  const now = await recovery.findStay(stay);
  if (now?.isLiving === true) return ok('claimed');
  const released = await inventory.release(
    systemContext(stay.tenantId, stay.livemode, BACKGROUND_TIMEOUT),
    stay,
    'cancelled',
  );
  return released.ok ? ok('released') : released;
}

const claimOf = ({ id, resourceId, window, quantity }: OneStay) => ({
  id,
  stay: { resourceId, window, quantity },
});

function refusalOf(renewed: Result<null> & { ok: false }): Result<never> {
  if (renewed.refusal.code !== 'units_taken') return renewed;
  return refuse('unavailable', 'The units of the stay are sold to another stay, or blocked.', {
    reasons: [],
  });
}
