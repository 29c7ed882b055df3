import { Agent, request } from 'node:http';
import type { HostileRequest } from './hostile-request.ts';

export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly type: string; readonly text: string }
  | { readonly kind: 'none'; readonly reason: string };

const TIMEOUT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** `fetch` refuses some of the headers and paths that an attacker sends. */
export function send(baseUrl: string, { method, path, headers, bytes }: HostileRequest): Promise<Outcome> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const none = (reason: string) => resolve({ kind: 'none', reason });
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } };
    const sent = request({ ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', (error) => none(error.message));
      response.once('end', () =>
        resolve({
          kind: 'answer',
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.once('error', (error) => none(error.message));
    sent.end(bytes);
  });
}
