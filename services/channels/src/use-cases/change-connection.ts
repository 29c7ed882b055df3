import type { RequestContext } from '@lodging/kit-runtime';
// change-connection: pauses a connection, which keeps its blocks, or lets it go on.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { turn } from '../domain/connection.ts';
import type { Connection } from '../domain/connection.ts';
import type { Connections } from './connection-ports.ts';

export async function changeConnection(
  { connections, wakeSync }: { readonly connections: Connections; readonly wakeSync: () => void },
  { tenantId }: RequestContext,
  { connectionId, status }: { readonly connectionId: string; readonly status: 'active' | 'paused' },
): Promise<Result<Connection>> {
  const changed = await connections.change(tenantId, connectionId, (connection) =>
    ok(turn(connection, status)),
  );
  if (changed.ok && status === 'active') wakeSync();
  return changed;
}
