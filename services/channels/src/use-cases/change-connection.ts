import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeStatus } from '../domain/connection.ts';
import type { Connection } from '../domain/connection.ts';
import type { ConnectionRepository } from '../ports.ts';

export interface ChangeConnectionDeps {
  readonly connections: ConnectionRepository;
  readonly wakeSync: () => void;
}

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
