import type { RequestContext } from '@lodging/kit-runtime';
// sync-connection: reads the calendar now, and not only when it is due.
import type { Result } from '@lodging/kernel';
import { askForSync } from '../domain/connection.ts';
import type { Connection } from '../domain/connection.ts';
import type { Connections } from './connection-ports.ts';

export async function syncConnection(
  { connections, wakeSync }: { readonly connections: Connections; readonly wakeSync: () => void },
  { tenantId }: RequestContext,
  connectionId: string,
): Promise<Result<Connection>> {
  const asked = await connections.change(tenantId, connectionId, askForSync);
  if (asked.ok) wakeSync();
  return asked;
}
