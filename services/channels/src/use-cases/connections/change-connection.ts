import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeStatus } from '../../domain/connections/connection.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type ChangeConnectionDeps = Pick<ChannelsDeps, 'connections' | 'wakeSync'>;

export interface ChangeConnection {
  readonly connectionId: string;
  readonly status: 'active' | 'paused';
}

/** Pauses a connection, or resumes it. */
export async function changeConnection(
  { connections, wakeSync }: ChangeConnectionDeps,
  { tenantId }: RequestContext,
  { connectionId, status }: ChangeConnection,
): Promise<Result<Connection>> {
  const changed = await connections.change(tenantId, connectionId, (connection) =>
    ok(changeStatus(connection, status)),
  );
  if (changed.ok && status === 'active') wakeSync();
  return changed;
}
