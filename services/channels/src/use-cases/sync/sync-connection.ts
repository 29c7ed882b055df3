import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { requestSync } from '../../domain/connections/connection.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type SyncConnectionDeps = Pick<ChannelsDeps, 'connections' | 'wakeSync'>;

/** Makes a sync due now; it runs after the answer. */
export async function syncConnection(
  { connections, wakeSync }: SyncConnectionDeps,
  { tenantId }: RequestContext,
  { connectionId }: { readonly connectionId: string },
): Promise<Result<Connection>> {
  const requested = await connections.change(tenantId, connectionId, requestSync);
  if (requested.ok) wakeSync();
  return requested;
}
