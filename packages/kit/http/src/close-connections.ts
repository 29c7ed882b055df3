import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 50;
/** A client that has asked for nothing for this long is taken to be idle: closing its connection disturbs nobody. */
const IDLE_MS = 500;
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
 * a client may not repeat every request. So it goes on serving first, and says with each response that it is the last one of its
 * connection; those whose request ends while the server closes would else stay open until their keep-alive ends.
 */
export function closeConnectionsInTurn(app: FastifyInstance): void {
  const state = { isStopping: false };
  const connections = watchConnections(app.server, state);
  let interval: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    state.isStopping = true;
    for (const { response } of connections.values()) tellLast(response);
    const deadline = performance.now() + LIMIT_MS;
    while (mayAskAgain(connections) && performance.now() < deadline) {
      closeIdle(connections);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
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
    if (state.isStopping || connection.requests >= MAX_REQUESTS_PER_CONNECTION) tellLast(response);
    response.once('close', () => {
      // Of pipelined requests the next one is in progress already.
      if (connection.response === response) connection.response = undefined;
      connection.usedAt = performance.now();
    });
  });
  return connections;
}

/** Sends `Connection: close`, where the headers have not been sent yet. */
function tellLast(response: ServerResponse | undefined): void {
  if (response !== undefined) response.shouldKeepAlive = false;
}

/** A connection with a request in progress ends with its response. */
function mayAskAgain(connections: Connections): boolean {
  for (const { response } of connections.values()) if (response === undefined) return true;
  return false;
}

function closeIdle(connections: Connections): void {
  const before = performance.now() - IDLE_MS;
  for (const [socket, { usedAt, response }] of connections)
    if (response === undefined && usedAt < before) socket.destroy();
}
