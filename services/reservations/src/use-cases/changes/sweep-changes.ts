import { systemContext } from '@lodging/kit-runtime';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import { timerAuthor } from '../../domain/history/author.ts';
import type { ChangeSnapshot } from '../../ports/changes.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { attemptOf, commit, moveAndApply } from './apply-change.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { applyPaidChange } from './apply-paid-change.ts';
import { endLeasesOrThrow } from './end-leases.ts';
import { settleChange } from './settle-change.ts';

const BATCH = 20;
/** A change that a crash left before its units moved is forgotten then: its client may have repeated it. */
const FORGOTTEN_AFTER_SECONDS = 30;
const author = timerAuthor('sweep-changes');

/** Rolls forward, ends or forgets what a worker has left, and ends changes that were not paid in time. */
export async function sweepChanges(deps: ApplyChangeDeps): Promise<void> {
  let due: ChangeSnapshot[];
  do {
    due = await deps.changes.leaseDue(BATCH);
    await Promise.all(
      due.map((snapshot) =>
        sweep(deps, snapshot).catch((error: unknown) =>
          deps.logFailure(error, snapshot.change.reservationId),
        ),
      ),
    );
  } while (due.length === BATCH);
}

async function sweep(deps: ApplyChangeDeps, { change, at }: ChangeSnapshot): Promise<void> {
  const isOld = Temporal.Instant.compare(change.createdAt.add({ seconds: FORGOTTEN_AFTER_SECONDS }), at) <= 0;
  switch (change.state) {
    case 'applying':
      return rollForward(deps, change, isOld);
    case 'awaiting_payment':
      if (change.isPayable) return expire(deps, change);
      return isOld ? forgetUnpaid(deps, change) : undefined;
    case 'applied':
      await settleChange(deps, change);
      return;
    default:
      return endOrApply(deps, change);
  }
}

async function rollForward(deps: ApplyChangeDeps, change: StayChange, isOld: boolean): Promise<void> {
  if (change.isPaid) {
    await moveAndApply(deps, change);
    return;
  }
  const { id: moveId, reservationId: claimId } = change;
  const ctx = systemContext(change.tenantId, change.livemode, BACKGROUND_TIMEOUT);
  const isMoved =
    change.movesUnits && (await deps.inventory.hasMoved(ctx, { moveId, claimId, forget: isOld }));
  if (isMoved) {
    await commit(deps, change);
    return;
  }
  if (isOld) await deps.changes.forget(attemptOf(change));
  else await deps.changes.release(attemptOf(change));
}

async function forgetUnpaid(deps: ApplyChangeDeps, change: StayChange): Promise<void> {
  if (await deps.changes.end(attemptOf(change), 'refused', author))
    await endLeasesOrThrow(deps, { ...change, state: 'refused' });
}

async function expire(deps: ApplyChangeDeps, change: StayChange): Promise<void> {
  const { tenantId, livemode, reservationId, id: changeId } = change;
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  const outcome = await deps.payments.cancelAttempt(ctx, { reservationId, changeId });
  if (outcome === 'succeeded') {
    await applyPaidChange(deps, { tenantId, livemode, reservationId, changeId });
    return;
  }
  if (await deps.changes.end(attemptOf(change), 'expired', author))
    await endLeasesOrThrow(deps, { ...change, state: 'expired' });
}

async function endOrApply(deps: ApplyChangeDeps, change: StayChange): Promise<void> {
  const { tenantId, livemode, reservationId, id: changeId } = change;
  if ((await endLeasesOrThrow(deps, change)) === 'paid')
    await applyPaidChange(deps, { tenantId, livemode, reservationId, changeId });
}
