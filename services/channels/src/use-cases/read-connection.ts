// read-connection: one connection, as it stands.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Connection } from '../domain/connection.ts';
import type { Call, Connections } from './connection-ports.ts';
import { noSuchConnection } from './no-such-connection.ts';

export async function readConnection(
  { connections }: { readonly connections: Connections },
  { tenantId }: Call,
  connectionId: string,
): Promise<Result<Connection>> {
  const found = await connections.find(tenantId, connectionId);
  return found === undefined ? noSuchConnection() : ok(found);
}
