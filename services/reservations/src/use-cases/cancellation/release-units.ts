import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type ReleaseUnitsDeps = Pick<ReservationsDeps, 'inventory' | 'reservations' | 'logFailure'>;

/**
 * Releases the units of a stay that was cancelled, or whose guest did not come. Never throws: inventory also releases
 * them when it consumes `reservation.cancelled`, and the timer repeats a no-show.
 */
export async function releaseUnits(deps: ReleaseUnitsDeps, ended: Reservation): Promise<void> {
  const { id, stay, state } = ended;
  if (state !== 'cancelled' && state !== 'no_show') return;
  // The change is committed, so its effect does not end with the deadline of the request.
  const ctx = systemContext(ended.tenantId, ended.livemode, BACKGROUND_TIMEOUT);
  const claim = { id, resourceId: stay.resourceId };
  try {
    if (state === 'no_show') await releaseNoShow(deps, ctx, claim);
    else await release(deps, ctx, claim, 'cancelled');
  } catch (error) {
    deps.logFailure(error, id);
  }
}

const BATCH = 20;

/** Releases the units that a no-show request could not release. A failed release is due again when its lease has expired. */
export async function releaseUnitsOfNoShows(
  deps: ReleaseUnitsDeps & Pick<ReservationsDeps, 'dueWork'>,
): Promise<void> {
  let due;
  do {
    due = await deps.dueWork.leaseUnreleasedNoShows(BATCH);
    await Promise.all(
      due.map((noShow) =>
        releaseNoShow(
          deps,
          systemContext(noShow.tenantId, noShow.livemode, BACKGROUND_TIMEOUT),
          noShow,
        ).catch((error: unknown) => deps.logFailure(error, noShow.id)),
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
