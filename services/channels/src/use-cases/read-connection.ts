import type { RequestContext } from '@lodging/kit-runtime';
// read-connection: one connection, as it stands.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Connection } from '../domain/connection.ts';
import type { Connections } from './connection-ports.ts';
import { noSuchConnection } from './no-such-connection.ts';

export async function readConnection(
  { connections }: { readonly connections: Connections },
  { tenantId }: RequestContext,
  connectionId: string,
): Promise<Result<Connection>> {
  const found = await connections.find(tenantId, connectionId);
  return found === undefined ? noSuchConnection() : ok(found);
}
