// sweep-pending: undoes what a crash left between the row and the claim. The fence first, then the units, then the row.
import type { AbandonedReservation, SystemContext, Inventory, LapsedStore, OpeningStore } from './ports.ts';

export interface SweepPendingDeps {
  readonly openings: Pick<OpeningStore, 'discard'>;
  readonly inventory: Pick<Inventory, 'release'>;
  readonly lapsed: Pick<LapsedStore, 'leaseAbandoned'>;
  readonly systemContext: SystemContext;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

const AT_ONCE = 20;

export async function sweepPending(deps: SweepPendingDeps): Promise<void> {
  let abandoned: AbandonedReservation[];
  do {
    abandoned = await deps.lapsed.leaseAbandoned(AT_ONCE);
    await Promise.all(
      abandoned.map((left) => undo(deps, left).catch((error: unknown) => deps.onFailure(error, left.id))),
    );
  } while (abandoned.length === AT_ONCE);
}

/** The lease has taken the row over: whoever was at work on it can no longer write, and a late claim is refused. */
async function undo(deps: SweepPendingDeps, left: AbandonedReservation): Promise<void> {
  const call = deps.systemContext(left.tenantId, left.livemode);
  const released = await deps.inventory.release(call, left, 'abandoned');
  if (!released.ok) throw new Error(released.refusal.detail);
  await deps.openings.discard(left.tenantId, left.id, left.attempt);
}
