import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DEFAULT_HEADERS } from './default-headers.ts';
import { MAX_URL_LENGTH } from './on-request.ts';
import type { Problem } from './problem.ts';
import type { ProblemRenderer } from './problems.ts';
import { refusedConnectionTraceparent } from './request-span.ts';

/** Node's error of a connection whose bytes are no request. */
interface ConnectionError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const LINGER_MS = 500;

/** Responds to what never becomes a request of the framework: malformed, too large or too slow. */
export function createClientErrorHandler(
  problems: ProblemRenderer,
): (error: ConnectionError, socket: Socket) => void {
  const handled = new WeakSet<Socket>();
  return (error, socket) => {
    if (handled.has(socket)) return;
    handled.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || hasStartedResponse(socket)) {
      socket.destroy();
      return;
    }
    respondAndClose(socket, render(problems, problemOf(error)));
  };
}

/** Without a listener Node closes the connection of a CONNECT without a response. */
export function createConnectHandler(problems: ProblemRenderer): (request: unknown, socket: Duplex) => void {
  const problem = { code: 'method_not_allowed', detail: 'This server opens no tunnels.' };
  return (_request, socket) => {
    socket.on('error', () => socket.destroy());
    respondAndClose(socket, render(problems, problem));
  };
}

/** For a connection whose bytes are not read. */
export function refuseConnection(problems: ProblemRenderer, socket: Socket, detail: string): void {
  socket.on('error', () => socket.destroy());
  // Read and dropped: bytes that wait when the socket closes would reset it, and the response would be lost.
  socket.resume();
  const problem = { code: 'service_unavailable', detail, extra: { retryAfterSeconds: 1 } };
  respondAndClose(socket, render(problems, problem));
}

/** An immediate close with unread bytes of the client would reset the connection, and the response would be lost. */
function respondAndClose(socket: Duplex, response: Buffer): void {
  socket.end(response, () => {
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

function problemOf(error: ConnectionError): Problem {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request_timeout', detail: 'The request did not arrive in time.' };
  }
  if (error.code !== 'HPE_HEADER_OVERFLOW') {
    return { code: 'bad_request', detail: 'The message is not valid HTTP/1.1.' };
  }
  if (isUrlTooLong(error.rawPacket)) return { code: 'uri_too_long', detail: 'The address is too long.' };
  return { code: 'headers_too_large', detail: 'The headers are larger than 16 KiB.' };
}

const REQUEST_LINE = /^[A-Z]+ [^\n]*/;

/** Node counts the request line as a part of the headers. */
function isUrlTooLong(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  if (!packet.includes('\n')) return true;
  const [line = ''] = REQUEST_LINE.exec(packet.toString('latin1')) ?? [];
  return line.length > MAX_URL_LENGTH;
}

/** A second head after one that has been sent would corrupt the response to the earlier request. */
function hasStartedResponse(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return typeof response === 'object' && response !== null && Reflect.get(response, 'headersSent') === true;
}

function render(problems: ProblemRenderer, problem: Problem): Buffer {
  const requestId = randomUUID();
  const { status, headers, body } = problems.render(problem, requestId);
  const all = {
    ...DEFAULT_HEADERS,
    ...headers,
    'content-length': String(body.length),
    connection: 'close',
    date: new Date().toUTCString(),
    'x-request-id': requestId,
    traceparent: refusedConnectionTraceparent(),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
