import type { RequestContext } from '@lodging/kit-runtime';
import type { Reservation } from '../domain/reservation.ts';
import type { DueWorkRepository } from '../ports/due-work.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import type { ReservationRepository } from '../ports/reservations.ts';
import { contextFor } from './system-context.ts';

export interface ReleaseUnitsDeps {
  readonly inventory: Pick<InventoryClient, 'release'>;
  readonly reservations: Pick<ReservationRepository, 'recordUnitsReleased'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

/**
 * Releases the units of a stay that was cancelled, or whose guest did not come. Never throws: inventory also releases
 * them when it consumes `reservation.cancelled`, and the timer repeats a no-show.
 */
export async function releaseUnits(deps: ReleaseUnitsDeps, ended: Reservation): Promise<void> {
  const { id, stay, state } = ended;
  if (state !== 'cancelled' && state !== 'no_show') return;
  // The change is committed, so its effect does not end with the deadline of the request.
  const ctx = contextFor(ended);
  const claim = { id, resourceId: stay.resourceId };
  try {
    if (state === 'no_show') await releaseNoShow(deps, ctx, claim);
    else await release(deps, ctx, claim, 'cancelled');
  } catch (error) {
    deps.logFailure(error, id);
  }
}

const BATCH = 20;

/** Releases the units that a no-show request could not release. What fails is due again when its lease has expired. */
export async function releaseUnitsOfNoShows(
  deps: ReleaseUnitsDeps & { readonly dueWork: Pick<DueWorkRepository, 'leaseUnreleasedNoShows'> },
): Promise<void> {
  let due;
  do {
    due = await deps.dueWork.leaseUnreleasedNoShows(BATCH);
    await Promise.all(
      due.map((noShow) =>
        releaseNoShow(deps, contextFor(noShow), noShow).catch((error: unknown) =>
          deps.logFailure(error, noShow.id),
        ),
      ),
    );
  } while (due.length === BATCH);
}

interface ReleasedClaim {
  readonly id: string;
  readonly resourceId: string;
}

async function releaseNoShow(
  deps: ReleaseUnitsDeps,
  ctx: RequestContext,
  claim: ReleasedClaim,
): Promise<void> {
  await release(deps, ctx, claim, 'no_show');
  await deps.reservations.recordUnitsReleased(ctx.tenantId, claim.id);
}

async function release(
  { inventory }: ReleaseUnitsDeps,
  ctx: RequestContext,
  { id, resourceId }: ReleasedClaim,
  reason: 'cancelled' | 'no_show',
): Promise<void> {
  const released = await inventory.release(ctx, { id, resourceId }, reason);
  if (!released.ok) throw new Error(released.refusal.detail);
}
