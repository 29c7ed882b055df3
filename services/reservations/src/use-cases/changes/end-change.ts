import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeNotAllowed } from '../../domain/changes/requested-change.ts';
import { changeNotFound, isVisible } from '../../domain/changes/stay-change.ts';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { authorOf } from '../../domain/history/author.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { endUnpaid } from './end-unpaid.ts';

export interface ChangeOfBooking {
  readonly reservationId: string;
  readonly changeId: string;
}

export async function findShownChange(
  { reservations, changes }: Pick<ApplyChangeDeps, 'reservations' | 'changes'>,
  { tenantId }: RequestContext,
  { reservationId, changeId }: ChangeOfBooking,
): Promise<Result<StayChange>> {
  const [snapshot, found] = await Promise.all([
    reservations.find(tenantId, reservationId),
    changes.find(tenantId, changeId),
  ]);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  if (found === undefined || found.change.reservationId !== reservationId) return changeNotFound();
  return isVisible(found.change) ? ok(found.change) : changeNotFound();
}

/** Ends a change that awaits its payment. Money that has come in applies it instead. */
export async function endChange(
  deps: ApplyChangeDeps,
  ctx: RequestContext,
  request: ChangeOfBooking,
): Promise<Result<null>> {
  const found = await findShownChange(deps, ctx, request);
  if (!found.ok) return found;
  const { state } = found.value;
  if (state === 'applying') return resourceLocked();
  if (state !== 'awaiting_payment') return changeNotAllowed(state, `The change is ${state}.`);
  const ended = await endUnpaid(deps, found.value, authorOf(ctx));
  if (ended === 'ended') return ok(null);
  if (ended === 'paid') return changeNotAllowed('applied', 'The change was paid, and is applied.');
  return resourceLocked();
}
