import type { RequestContext } from '@lodging/kit-runtime';
// free-units: what ends before its time gives its units back at once; what that could not do for a no-show, the timer does.
import type { Reservation } from '../domain/reservation.ts';
import type { SystemContext, Inventory, LapsedStore, ReservationStore } from './ports.ts';

export interface FreeUnitsDeps {
  readonly inventory: Pick<Inventory, 'release'>;
  readonly reservations: Pick<ReservationStore, 'recordFreed'>;
  readonly systemContext: SystemContext;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

/** Never fails: inventory frees by itself what it hears was cancelled, and a no-show stays on the timer's list. */
export async function freeUnits(deps: FreeUnitsDeps, ended: Reservation): Promise<void> {
  const { tenantId, id, livemode, stay, state } = ended;
  if (state !== 'cancelled' && state !== 'no_show') return;
  // It is decided, so it is finished, whether or not whoever asked is still waiting.
  const ctx = deps.systemContext(tenantId, livemode);
  const claim = { id, resourceId: stay.resourceId };
  try {
    if (state === 'no_show') await freeNoShow(deps, ctx, claim);
    else await release(deps, ctx, claim, 'cancelled');
  } catch (error) {
    deps.onFailure(error, id);
  }
}

const AT_ONCE = 20;

/** What fails is tried again when its lease has run out. */
export async function freeUnitsOfNoShows(
  deps: FreeUnitsDeps & { readonly lapsed: Pick<LapsedStore, 'leaseUnitsToFree'> },
): Promise<void> {
  let left;
  do {
    left = await deps.lapsed.leaseUnitsToFree(AT_ONCE);
    await Promise.all(
      left.map((noShow) =>
        freeNoShow(deps, deps.systemContext(noShow.tenantId, noShow.livemode), noShow).catch(
          (error: unknown) => deps.onFailure(error, noShow.id),
        ),
      ),
    );
  } while (left.length === AT_ONCE);
}

interface ClaimOfStay {
  readonly id: string;
  readonly resourceId: string;
}

async function freeNoShow(deps: FreeUnitsDeps, ctx: RequestContext, claim: ClaimOfStay): Promise<void> {
  await release(deps, ctx, claim, 'no_show');
  await deps.reservations.recordFreed(ctx.tenantId, claim.id);
}

async function release(
  { inventory }: FreeUnitsDeps,
  ctx: RequestContext,
  claim: ClaimOfStay,
  reason: 'cancelled' | 'no_show',
): Promise<void> {
  const { id, resourceId } = claim;
  const released = await inventory.release(ctx, { id, resourceId }, reason);
  if (!released.ok) throw new Error(released.refusal.detail);
}
