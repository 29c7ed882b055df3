import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_URL_LENGTH } from './admit-request.ts';
import { COMMON_HEADERS } from './common-headers.ts';
import type { Problem, ProblemBook } from './problem-book.ts';
import { refusedConnectionTraceparent } from './request-span.ts';

/** Node's error for a connection it could not serve. */
interface ConnectionError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const LINGER_MS = 500;

export function clientErrorHandler(book: ProblemBook): (error: ConnectionError, socket: Socket) => void {
  const answered = new WeakSet<Socket>();
  return (error, socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    answerAndClose(socket, render(book, problemOf(error)));
  };
}

/** Node closes the connection of a CONNECT without a word, unless somebody listens. */
export function refuseTunnels(book: ProblemBook): (request: unknown, socket: Duplex) => void {
  return (_request, socket) => {
    socket.on('error', () => socket.destroy());
    answerAndClose(
      socket,
      render(book, { code: 'method_not_allowed', detail: 'This server opens no tunnels.' }),
    );
  };
}

/** Closing at once, with bytes of the client still unread, would reset the connection and lose the answer. */
function answerAndClose(socket: Duplex, answer: Buffer): void {
  socket.end(answer, () => {
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
  if (isItsAddress(error.rawPacket)) return { code: 'uri_too_long', detail: 'The address is too long.' };
  return { code: 'headers_too_large', detail: 'The headers are larger than 16 KiB.' };
}

const REQUEST_LINE = /^[A-Z]+ [^\n]*/;

/** Node counts the request line among the headers, so it is for us to see which of the two was too long. */
function isItsAddress(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  if (!packet.includes('\n')) return true;
  const [line = ''] = REQUEST_LINE.exec(packet.toString('latin1')) ?? [];
  return line.length > MAX_URL_LENGTH;
}

/** The head of an earlier answer is on the wire already; a second one would garble it. */
function hasBegunToAnswer(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'headersSent') === true;
}

function render(book: ProblemBook, problem: Problem): Buffer {
  const requestId = randomUUID();
  const { status, headers, body } = book.render(problem, requestId);
  const all = {
    ...COMMON_HEADERS,
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
