import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { RequestedEnd } from '../../domain/cancellation/end-stay.ts';
import type { EndState } from '../../domain/cancellation/settle.ts';
import { authorOf } from '../../domain/history/author.ts';
import type { ApplyChangeDeps } from '../changes/apply-change.ts';
import { endUnpaid } from '../changes/end-unpaid.ts';
import { findEndableBooking } from './find-endable-booking.ts';
import type { EndableBooking } from './find-endable-booking.ts';

/**
 * A booking that can be ended, once the change that awaits its payment has ended. Where that cannot be ended now, it ends
 * with the booking, and its payment afterwards.
 */
export async function endChangeFirst(
  deps: ApplyChangeDeps,
  ctx: RequestContext,
  request: RequestedEnd,
  to: EndState,
): Promise<Result<EndableBooking>> {
  const endable = await findEndableBooking(deps, ctx, request, to);
  if (!endable.ok || endable.value.snapshot.openChange === null) return endable;
  const { tenantId } = ctx;
  try {
    const change = await deps.changes.findOpen(tenantId, request.reservationId);
    if (change !== undefined) await endUnpaid(deps, change, authorOf(ctx));
  } catch (error) {
    deps.logFailure(error, request.reservationId);
  }
  return findEndableBooking(deps, ctx, request, to);
}
