import type { RequestContext } from '@lodging/kit-runtime';
// delete-connection: it is gone for its tenant at once, and its blocks with it as soon as the house answers.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Connections, SyncQueue } from './connection-ports.ts';
import { freeBlocks } from './free-blocks.ts';
import type { FreeBlocksDeps } from './free-blocks.ts';
import { noSuchConnection } from './no-such-connection.ts';

export interface DeleteConnectionDeps extends FreeBlocksDeps {
  readonly connections: Connections;
  readonly queue: SyncQueue;
  readonly owner: string;
}

/** The caller waits for its nights no longer than this; then the sweeper sees to it. */
const TIMEOUT_MS = 5_000;
const GRACE_SECONDS = 30;

export async function deleteConnection(
  deps: DeleteConnectionDeps,
  { tenantId }: RequestContext,
  connectionId: string,
): Promise<Result<{ readonly deleted: true }>> {
  const marked = await deps.connections.markDeleted(tenantId, connectionId, GRACE_SECONDS);
  if (!marked) return noSuchConnection();
  const lease = await deps.queue.claimDeleted(tenantId, connectionId, deps.owner);
  if (lease !== undefined) await freeBlocks(deps, lease, TIMEOUT_MS);
  return ok({ deleted: true });
}
