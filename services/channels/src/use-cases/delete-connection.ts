// delete-connection: it is gone for its tenant at once, and its blocks with it as soon as the house answers.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Call, Connections, SyncQueue } from './connection-ports.ts';
import { freeBlocks } from './free-blocks.ts';
import type { FreeBlocksNeeds } from './free-blocks.ts';
import { noSuchConnection } from './no-such-connection.ts';

export interface DeleteConnectionNeeds extends FreeBlocksNeeds {
  readonly connections: Connections;
  readonly queue: SyncQueue;
  readonly owner: string;
}

/** The caller waits for its nights no longer than this; then the sweeper sees to it. */
const PATIENCE_MS = 5_000;
const GRACE_SECONDS = 30;

export async function deleteConnection(
  needs: DeleteConnectionNeeds,
  { tenantId }: Call,
  connectionId: string,
): Promise<Result<{ readonly deleted: true }>> {
  const marked = await needs.connections.markDeleted(tenantId, connectionId, GRACE_SECONDS);
  if (!marked) return noSuchConnection();
  const lease = await needs.queue.claimDeleted(tenantId, connectionId, needs.owner);
  if (lease !== undefined) await freeBlocks(needs, lease, PATIENCE_MS);
  return ok({ deleted: true });
}
