import type { ReservationCreationRepository } from '../ports/creations.ts';
import type { AbandonedCreation, DueWorkRepository } from '../ports/due-work.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import { contextFor } from './system-context.ts';

export interface SweepAbandonedCreationsDeps {
  readonly creations: Pick<ReservationCreationRepository, 'discard'>;
  readonly inventory: Pick<InventoryClient, 'release'>;
  readonly dueWork: Pick<DueWorkRepository, 'leaseAbandonedCreations'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

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
  const released = await deps.inventory.release(contextFor(creation), creation, 'abandoned');
  if (!released.ok) throw new Error(released.refusal.detail);
  await deps.creations.discard(creation.tenantId, creation.id, creation.attempt);
}
