import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { PaymentHandle } from '@lodging/contract-payments';
import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeOutdated } from '../../domain/changes/stay-change.ts';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { bookingConflict } from '../../domain/stay/refusals.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import type { ChangePayment } from '../../ports/neighbours.ts';
import { attemptOf } from './apply-change.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { endLeases } from './end-leases.ts';

const FIRST = 1;

/** Leases what the new stay needs beyond the old one, then opens the payment. A refusal leaves neither. */
export async function openChangePayment(
  deps: ApplyChangeDeps,
  ctx: RequestContext,
  change: StayChange,
): Promise<Result<PaymentHandle | 'taken_over', Refusal>> {
  try {
    const leased = await leaseParts(deps, change);
    if (!leased.ok) return leased;
    const opened = await deps.payments.openChangeIntent(ctx, paymentOf(change));
    if (!opened.ok) return await undo(deps, change, opened.refusal);
    const isOurs = await deps.changes.awaitPayment(attemptOf(change), change.author);
    return isOurs ? opened : ok('taken_over');
  } catch (error) {
    await deps.changes
      .release(attemptOf(change))
      .catch((failed: unknown) => deps.logFailure(failed, change.id));
    throw error;
  }
}

export function paymentOf({
  reservationId,
  id: changeId,
  due,
  proposal,
  expiresAt,
  author,
}: StayChange): ChangePayment {
  if (expiresAt === null) throw new Error(`change ${changeId} has no end`);
  const amount = { minorUnits: due, currency: proposal.total.currency };
  const byGuest = author.actor.kind === 'guest' ? ({ byGuest: true } as const) : {};
  return { reservationId, changeId, amount, expiresAt, ...byGuest };
}

async function leaseParts(deps: ApplyChangeDeps, change: StayChange): Promise<Result<null>> {
  const { tenantId, livemode, reservationId, partIds, proposal, expiresAt } = change;
  if (partIds.length === 0 || expiresAt === null) return ok(null);
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  const claim = { id: reservationId, stay: proposal.stay };
  const leased = await deps.inventory.claimMore(ctx, { claim, partIds, expiresAt });
  if (leased.ok) return leased;
  // The first try has left nothing.
  if (leased.refusal.code === 'resource_locked' && change.attempt === FIRST) {
    await deps.changes.forget(attemptOf(change));
    return resourceLocked();
  }
  const isOurs = await endRefused(deps, change);
  return isOurs && leased.refusal.code !== 'resource_locked' ? bookingConflict() : resourceLocked();
}

/** With what an earlier try has leased or opened. False: another worker has taken over, and decides. */
async function endRefused(deps: ApplyChangeDeps, change: StayChange): Promise<boolean> {
  const isOurs = await deps.changes.end(attemptOf(change), 'refused', change.author);
  if (isOurs) await endLeases(deps, { ...change, state: 'refused' });
  return isOurs;
}

/** The change did nothing: its key is free. */
async function undo(
  deps: ApplyChangeDeps,
  change: StayChange,
  refusal: Refusal,
): Promise<Result<PaymentHandle, Refusal>> {
  if (!(await endRefused(deps, change))) return resourceLocked();
  if (refusal.code !== 'nothing_due') return { ok: false, refusal };
  const snapshot = await deps.reservations.find(change.tenantId, change.reservationId);
  return changeOutdated(snapshot?.reservation.version ?? 0);
}
