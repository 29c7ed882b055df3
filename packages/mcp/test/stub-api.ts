import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers in place of the API and a proxy that compresses: a status and a body for each `METHOD /path`. */
export async function stubApi(answers: Readonly<Record<string, readonly [number, object]>> = {}) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const route = `${request.method} ${request.url?.split('?')[0]}`;
      received.push({ route, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const [status, body] = answers[route] ?? problem(404, 'not_found');
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      const etag = `W/"tag-of-${Object(body).version}"`;
      response.writeHead(status, { 'content-type': type, 'x-request-id': 'request-1', etag });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export function problem(status: number, code: string, members: object = {}): readonly [number, object] {
  return [
    status,
    { type: `https://api.example/problems/${code}`, title: code, status, detail: code, code, ...members },
  ];
}
