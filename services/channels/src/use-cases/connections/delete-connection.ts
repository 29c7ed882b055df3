import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { connectionNotFound } from '../../domain/refusals.ts';
import { removeConnection } from './remove-connection.ts';
import type { RemoveConnectionDeps } from './remove-connection.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type DeleteConnectionDeps = RemoveConnectionDeps & Pick<ChannelsDeps, 'connections' | 'owner'>;

/** Timeout for the release of the blocks by inventory. After that a due sync releases them. */
const RELEASE_TIMEOUT_MS = 5_000;
const GRACE_SECONDS = 30;

/** Hides the connection from its tenant at once. Its blocks are released now, or as soon as inventory is available. */
export async function deleteConnection(
  deps: DeleteConnectionDeps,
  { tenantId }: RequestContext,
  { connectionId }: { readonly connectionId: string },
): Promise<Result<{ readonly deleted: true }>> {
  const { connections, leases, owner } = deps;
  if (!(await connections.markDeleted(tenantId, connectionId, GRACE_SECONDS))) return connectionNotFound();
  const lease = await leases.leaseDeleted(tenantId, connectionId, owner);
  if (lease !== undefined) await removeConnection(deps, lease, RELEASE_TIMEOUT_MS);
  return ok({ deleted: true });
}
