import type { Author } from '../../domain/history/history.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { endUnpaid } from './end-unpaid.ts';

/** Of the time of a request, so that the cancellation and its settlement have theirs. */
const TIMEOUT = { timeoutMs: 4_000 };

/**
 * Ends the change that awaits its payment before its booking ends. Where that cannot be done now, it ends with the booking,
 * and its payment afterwards.
 */
export async function endOpenChange(
  deps: ApplyChangeDeps,
  { tenantId, id }: Pick<Reservation, 'tenantId' | 'id'>,
  author: Author,
): Promise<void> {
  try {
    const change = await deps.changes.findOpen(tenantId, id);
    if (change !== undefined) await endUnpaid(deps, change, author, TIMEOUT);
  } catch (error) {
    deps.logFailure(error, id);
  }
}
