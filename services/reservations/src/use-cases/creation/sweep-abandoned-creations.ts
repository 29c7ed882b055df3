import { systemContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AbandonedCreation } from '../../ports/stay.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type SweepAbandonedCreationsDeps = Pick<
  ReservationsDeps,
  'creations' | 'inventory' | 'dueWork' | 'logFailure'
>;

const BATCH = 20;

/** Undoes what a crash left between the pending row and the claim. */
export async function sweepAbandonedCreations(deps: SweepAbandonedCreationsDeps): Promise<void> {
  let abandoned: AbandonedCreation[];
  do {
    abandoned = await deps.dueWork.leaseAbandonedCreations(BATCH);
    await Promise.all(
      abandoned.map((creation) =>
        undo(deps, creation).catch((error: unknown) => deps.logFailure(error, creation.id)),
      ),
    );
  } while (abandoned.length === BATCH);
}

/**
 * The lease has taken the row over, so the worker that abandoned it can no longer write. The release leaves a tombstone,
 * so inventory refuses a claim of that worker that arrives later.
 */
async function undo(deps: SweepAbandonedCreationsDeps, creation: AbandonedCreation): Promise<void> {
  const released = await deps.inventory.release(
    systemContext(creation.tenantId, creation.livemode, BACKGROUND_TIMEOUT),
    creation,
    'abandoned',
  );
  if (!released.ok) throw new Error(released.refusal.detail);
  await deps.creations.discard(creation.tenantId, creation.id, creation.attempt);
}
