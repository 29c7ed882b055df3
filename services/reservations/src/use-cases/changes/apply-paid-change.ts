import { systemContext } from '@lodging/kit-runtime';
import { checkAllowed, targetOfProposal } from '../../domain/changes/requested-change.ts';
import { fieldsThatDiffer, stayOfChange } from '../../domain/stay/stay-of-change.ts';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { moveAndApply } from './apply-change.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { endLeasesOrThrow } from './end-leases.ts';

export interface PaidChange {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly reservationId: string;
  readonly changeId: string;
}

/**
 * Money came in for a change: it is applied where its stay is still free and allowed, also after its end; else the money goes
 * back in full. Throws where neither can be done yet, so that an event or a timer repeats it.
 */
export async function applyPaidChange(
  deps: ApplyChangeDeps,
  paid: PaidChange,
): Promise<'applied' | 'returned'> {
  const { tenantId, changeId } = paid;
  const found = await deps.changes.find(tenantId, changeId);
  if (found?.change.state === 'applied') return 'applied';
  if (found === undefined) return returnMoney(deps, paid);
  const resumed =
    found.change.state === 'applying' && found.change.isPaid
      ? 'busy'
      : await deps.changes.resume(found.change, (reservation, at) => allows(found.change, reservation, at));
  if (resumed === 'busy') throw new Error(`change ${changeId} cannot be applied yet`);
  if (resumed === undefined) return returnMoney(deps, paid);
  if (resumed === 'refused') {
    await endLeasesOrThrow(deps, { ...found.change, state: 'refused' });
    return 'returned';
  }
  const applied = await moveAndApply(deps, resumed);
  if (applied.ok) return 'applied';
  if (applied.refusal.code === 'resource_locked')
    throw new Error(`change ${changeId} cannot be applied yet: ${applied.refusal.detail}`);
  // The units are taken: the change has ended, and its money went back or will.
  return 'returned';
}

/** What it changes is as it was quoted, whatever else of the booking has changed. */
function allows({ proposal }: StayChange, reservation: Reservation, at: Temporal.Instant): boolean {
  const isSame = fieldsThatDiffer(stayOfChange(reservation), proposal.previous).length === 0;
  return isSame && checkAllowed(reservation, targetOfProposal(proposal), at).ok;
}

async function returnMoney(
  { payments }: ApplyChangeDeps,
  { tenantId, livemode, reservationId, changeId }: PaidChange,
): Promise<'returned'> {
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  await payments.returnChangePayment(ctx, { reservationId, changeId });
  return 'returned';
}
