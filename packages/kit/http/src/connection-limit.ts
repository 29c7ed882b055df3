import { counter } from '@lodging/kit-runtime';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { refuseConnection } from './client-errors.ts';
import type { ProblemRenderer } from './problems.ts';

export interface ConnectionLimits {
  readonly max: number;
  readonly maxPerClient?: number;
  /** The client that a connection counts for; undefined for one that counts for none, such as a proxy's. */
  readonly clientOf?: (address: string) => string | undefined;
}

const refused = counter({
  name: 'lodging.http.refused_connections',
  unit: '{connection}',
  description: 'Connections refused because there were too many, in all or of one client.',
});

/** Connections that are told why before they are closed; beyond these, Node closes them at once. */
const MAX_TOLD = 100;

const DETAILS = {
  total: 'The server has as many connections as it takes. Try again.',
  client: 'The address has as many connections as it may have. Use those, or close some.',
} as const;

/** Call before the server listens: it puts itself before Node's own handling of a connection. */
export function limitConnections(
  { server }: FastifyInstance,
  problems: ProblemRenderer,
  { max, maxPerClient = max, clientOf }: ConnectionLimits,
): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  const ofClient = new Map<string, number>();
  let open = 0;
  const excessOf = (client: string | undefined): keyof typeof DETAILS | undefined => {
    if (open >= max) return 'total';
    return client !== undefined && (ofClient.get(client) ?? 0) >= maxPerClient ? 'client' : undefined;
  };
  const count = (client: string | undefined, change: 1 | -1): void => {
    open += change;
    if (client === undefined) return;
    const left = (ofClient.get(client) ?? 0) + change;
    if (left === 0) ofClient.delete(client);
    else ofClient.set(client, left);
  };
  server.maxConnections = max + MAX_TOLD;
  server.on('drop', () => refused.add(1, { 'lodging.reason': 'total' }));
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const client = clientOf?.(socket.remoteAddress ?? '');
    const excess = excessOf(client);
    if (excess !== undefined) {
      refused.add(1, { 'lodging.reason': excess });
      refuseConnection(problems, socket, DETAILS[excess]);
      return;
    }
    count(client, 1);
    socket.once('close', () => count(client, -1));
    for (const listener of accept) listener.call(server, socket);
  });
}
