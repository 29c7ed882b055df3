import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHealthServer } from '../src/process/health-server.ts';
import type { HealthServer } from '../src/process/health-server.ts';

let server: HealthServer;

beforeAll(async () => {
  const [readinessFailures, metrics] = [async () => [], async () => '# none'];
  server = await startHealthServer({ host: '127.0.0.1', port: 0, readinessFailures, metrics });
});

afterAll(() => server.stop());

function answerTo(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data));
    });
    socket.write(`${head}\r\n\r\n`);
  });
}

it.each(['/livez', '/readyz', '/metrics', '/nothing'])(
  '%s with two Host headers is 400 bad_request',
  async (path) => {
    const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
    expect(await answerTo(`GET ${path} HTTP/1.1\r\nHost: a`)).toMatch(/^HTTP\/1\.1 (200|404) /);
  },
);
