import { systemContext } from '@lodging/kit-runtime';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import type { Author } from '../../domain/history/history.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { attemptOf } from './apply-change.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { applyPaidChange } from './apply-paid-change.ts';
import { endLeases } from './end-leases.ts';

/** `paid`: its money came in, and has applied it; `busy`: another worker is at it. */
export async function endUnpaid(
  deps: ApplyChangeDeps,
  change: StayChange,
  author: Author,
  timeout = BACKGROUND_TIMEOUT,
): Promise<'ended' | 'paid' | 'busy'> {
  const { tenantId, livemode, reservationId, id: changeId } = change;
  const ctx = systemContext(tenantId, livemode, timeout);
  const outcome = await deps.payments.cancelAttempt(ctx, { reservationId, changeId });
  if (outcome === 'succeeded') {
    const applied = await applyPaidChange(deps, { tenantId, livemode, reservationId, changeId });
    return applied === 'applied' ? 'paid' : 'ended';
  }
  if (!(await deps.changes.end(attemptOf(change), 'cancelled', author))) return 'busy';
  await endLeases(deps, { ...change, state: 'cancelled' });
  return 'ended';
}
