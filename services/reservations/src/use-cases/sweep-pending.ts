// sweep-pending: undoes what a crash left between the row and the claim. The fence first, then the units, then the row.
import type { AbandonedReservation, CallOfOurOwn, Inventory, LapsedStore, OpeningStore } from './ports.ts';

export interface SweepPendingNeeds {
  readonly openings: Pick<OpeningStore, 'discard'>;
  readonly inventory: Pick<Inventory, 'release'>;
  readonly lapsed: Pick<LapsedStore, 'leaseAbandoned'>;
  readonly callOfOurOwn: CallOfOurOwn;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

const AT_ONCE = 20;

export async function sweepPending(needs: SweepPendingNeeds): Promise<void> {
  let abandoned: AbandonedReservation[];
  do {
    abandoned = await needs.lapsed.leaseAbandoned(AT_ONCE);
    await Promise.all(
      abandoned.map((left) => undo(needs, left).catch((error: unknown) => needs.onFailure(error, left.id))),
    );
  } while (abandoned.length === AT_ONCE);
}

/** The lease has taken the row over: whoever was at work on it can no longer write, and a late claim is refused. */
async function undo(needs: SweepPendingNeeds, left: AbandonedReservation): Promise<void> {
  const call = needs.callOfOurOwn(left.tenantId, left.livemode);
  const released = await needs.inventory.release(call, left, 'abandoned');
  if (!released.ok) throw new Error(released.refusal.detail);
  await needs.openings.discard(left.tenantId, left.id, left.attempt);
}
