import { counter } from '@lodging/kit-runtime';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { refuseConnection } from './client-errors.ts';
import type { ProblemRenderer } from './problems.ts';

export interface ConnectionLimits {
  readonly max: number;
  readonly maxPerClient?: number;
  /** The networks that a connection counts for; empty where no limit applies, as for a proxy. */
  readonly clientOf?: (address: string) => readonly ConnectionClient[];
}

interface ConnectionClient {
  readonly name: string;
  /** How many times `maxPerClient` it may have. */
  readonly factor: number;
}

const refused = counter({
  name: 'lodging.http.refused_connections',
  unit: '{connection}',
  description: 'Connections refused because there were too many, in all or of one client.',
});

/** Refused connections that get a problem response; Node closes further ones immediately. */
const MAX_ANSWERED = 100;

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
  const excessOf = (networks: readonly ConnectionClient[]): keyof typeof DETAILS | undefined => {
    if (open >= max) return 'total';
    const isFull = ({ name, factor }: ConnectionClient) => (ofClient.get(name) ?? 0) >= maxPerClient * factor;
    return networks.some(isFull) ? 'client' : undefined;
  };
  const count = (networks: readonly ConnectionClient[], change: 1 | -1): void => {
    open += change;
    for (const { name } of networks) {
      const left = (ofClient.get(name) ?? 0) + change;
      if (left === 0) ofClient.delete(name);
      else ofClient.set(name, left);
    }
  };
  server.maxConnections = max + MAX_ANSWERED;
  server.on('drop', () => refused.add(1, { 'lodging.reason': 'total' }));
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const networks = clientOf?.(socket.remoteAddress ?? '') ?? [];
    const excess = excessOf(networks);
    if (excess !== undefined) {
      refused.add(1, { 'lodging.reason': excess });
      refuseConnection(problems, socket, DETAILS[excess]);
      return;
    }
    count(networks, 1);
    socket.once('close', () => count(networks, -1));
    for (const listener of accept) listener.call(server, socket);
  });
}
