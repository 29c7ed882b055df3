import { systemContext } from '@lodging/kit-runtime';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { placeClaim } from './place-claim.ts';
import type { Placed, PlaceClaimDeps } from './place-claim.ts';

export type RepairClaimDeps = PlaceClaimDeps;

type RepairOutcome = 'claimed' | 'released' | 'unchanged';

/** Makes the claim agree with the stay. A row is inserted before its units are claimed, so without a row no claim is in progress. */
export async function repairClaim(
  deps: RepairClaimDeps,
  { tenantId, livemode }: RequestContext,
  id: string,
): Promise<Result<RepairOutcome>> {
  const { recovery, inventory } = deps;
  const stay = await recovery.findStay({ tenantId, id });
  if (stay === undefined) {
    const released = await inventory.releaseLost(systemContext(tenantId, livemode, BACKGROUND_TIMEOUT), id);
    return released.ok ? ok(released.value ? 'released' : 'unchanged') : released;
  }
  if (!stay.isLiving) return ok('unchanged');
  const renewed = await placeClaim(deps, stay, 'renew');
  if (!renewed.ok) return refusalOf(renewed);
  // It ends by itself, with its claim.
  if (stay.isHeld) return ok(renewed.value === 'left' ? 'unchanged' : 'claimed');
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

function refusalOf(renewed: Result<Placed> & { ok: false }): Result<never> {
  if (renewed.refusal.code !== 'units_taken') return renewed;
  return refuse('unavailable', 'The units of the stay are sold to another stay, or blocked.', {
    reasons: [],
  });
}
