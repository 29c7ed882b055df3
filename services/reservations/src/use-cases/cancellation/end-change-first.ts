import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { RequestedEnd } from '../../domain/cancellation/end-stay.ts';
import type { EndState } from '../../domain/cancellation/settle.ts';
import { authorOf } from '../../domain/history/author.ts';
import type { ApplyChangeDeps } from '../changes/apply-change.ts';
import { endOpenChange } from '../changes/end-open-change.ts';
import { findEndableBooking } from './find-endable-booking.ts';
import type { EndableBooking } from './find-endable-booking.ts';

/** A booking that can be ended, once the change that awaits its payment has ended. */
export async function endChangeFirst(
  deps: ApplyChangeDeps,
  ctx: RequestContext,
  request: RequestedEnd,
  to: EndState,
): Promise<Result<EndableBooking>> {
  const endable = await findEndableBooking(deps, ctx, request, to);
  if (!endable.ok || endable.value.snapshot.openChange === null) return endable;
  await endOpenChange(deps, endable.value.snapshot.reservation, authorOf(ctx));
  return findEndableBooking(deps, ctx, request, to);
}
