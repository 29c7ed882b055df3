import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 50;
/**
 * A connection without a request for this time is idle and may be closed. Longer than what a client usually does between two
 * requests: one that is sent while its connection is closed is lost.
 */
const IDLE_MS = 1_500;
/** Then the rest is closed. Load balancers have stopped to open connections long before. */
const LIMIT_MS = 5_000;
/**
 * Then the connection is closed, so that clients spread over new processes and none is held for ever. Node's own limit would
 * leave it open and refuse whatever follows with 503.
 */
const MAX_REQUESTS_PER_CONNECTION = 1_000;

interface Connection {
  requests: number;
  usedAt: number;
  /** Of the newest request in progress. */
  response: ServerResponse | undefined;
}

/**
 * Ends each connection with a response that says so. A connection that had its share of requests ends with the last of them.
 * A server that stops does so as a lame duck: one that closes a connection while the next request is on its way resets it, and
 * a client may not repeat every request. So the server continues for a while, and marks each response as the last one of its
 * connection; those whose request ends while the server closes would else remain open until their keep-alive ends.
 */
export function closeConnectionsInTurn(app: FastifyInstance): void {
  const state = { isStopping: false };
  const connections = watchConnections(app.server, state);
  let interval: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    state.isStopping = true;
    for (const { response } of connections.values()) closeAfterResponse(response);
    const deadline = performance.now() + LIMIT_MS;
    while (mayRequestAgain(connections) && performance.now() < deadline) {
      const idleSince = performance.now() - IDLE_MS;
      await socketsRead();
      closeIdle(connections, idleSince);
      await setTimeout(INTERVAL_MS);
    }
    interval = setInterval(() => app.server.closeIdleConnections(), INTERVAL_MS);
  });
  app.addHook('onClose', async () => clearInterval(interval));
}

type Connections = Map<Socket, Connection>;

function watchConnections(server: Server, state: { readonly isStopping: boolean }): Connections {
  const connections: Connections = new Map();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, usedAt: performance.now(), response: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  // Before any handler, and for requests that never reach one.
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.response = response;
    connection.requests += 1;
    if (state.isStopping || connection.requests >= MAX_REQUESTS_PER_CONNECTION) closeAfterResponse(response);
    response.once('close', () => {
      // Of pipelined requests the next one is in progress already.
      if (connection.response === response) connection.response = undefined;
      connection.usedAt = performance.now();
    });
  });
  return connections;
}

/**
 * Resolves when all that had arrived has been read. A request that arrived while the process was busy would else be lost with
 * its connection, which looks idle. The first callback may follow a reading of sockets that began before; a whole one stands
 * between both.
 */
async function socketsRead(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Sends `Connection: close`, where the headers have not been sent yet. */
function closeAfterResponse(response: ServerResponse | undefined): void {
  if (response !== undefined) response.shouldKeepAlive = false;
}

/** A connection with a request in progress ends with its response. */
function mayRequestAgain(connections: Connections): boolean {
  for (const { response } of connections.values()) if (response === undefined) return true;
  return false;
}

/** `since`: from before the sockets were read, so that a process that was busy meanwhile finds none idle by that alone. */
function closeIdle(connections: Connections, since: number): void {
  for (const [socket, { usedAt, response }] of connections)
    if (response === undefined && usedAt < since) socket.destroy();
}
