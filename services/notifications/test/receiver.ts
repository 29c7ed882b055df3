import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}
export type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export interface Receiver {
  readonly received: Received[];
  /** Requests that wait for an answer, at most so far. */
  mostAtOnce: number;
  answer: Answer;
  url(path: string): string;
  at(path: string): Received[];
  /** Ends every connection, so that responses on them are lost. */
  hangUp(): void;
  stop(): Promise<void>;
}

export const answerOk: Answer = (response) => void response.end('ok');

export async function startReceiver(): Promise<Receiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.once('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { path: request.url ?? '', headers: request.headers, body, at: performance.now() };
      receiver.received.push(received);
      receiver.answer(response, received, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    received: [],
    mostAtOnce: 0,
    answer: answerOk,
    url: (path) => `http://localhost:${port}${path}`,
    at: (path) => receiver.received.filter((each) => each.path === path),
    hangUp: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
