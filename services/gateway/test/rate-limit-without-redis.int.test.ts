import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey, makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { HttpClient } from './http-client.ts';

let stubs: StubServices;

beforeAll(async () => {
  stubs = await startStubServices();
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
});

afterAll(() => stubs.stop());

/** Sends 50 requests with a limit of 5; gives how many were admitted and the longest duration. */
async function sendFifty(gateway: RunningGateway): Promise<{ admitted: number; slowestMs: number }> {
  const { id } = await makeTenant(gateway);
  const { key } = await makeKey(gateway, id, { kind: 'secret', mode: 'live', requestsPerMinute: 5 });
  const client = new HttpClient(gateway.url, key);
  let admitted = 0;
  let slowestMs = 0;
  for (let count = 0; count < 50; count += 1) {
    const started = performance.now();
    const answer = await client.get('/v1/resources');
    slowestMs = Math.max(slowestMs, performance.now() - started);
    expect([200, 429]).toContain(answer.status);
    if (answer.status === 200) admitted += 1;
    else expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d;t=\d+$/);
  }
  return { admitted, slowestMs };
}

describe('without Redis', () => {
  it('a process admits its share of the limit alone', async () => {
    const gateway = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1', GATEWAY_PROCESSES: '2' });
    try {
      expect((await sendFifty(gateway)).admitted).toBe(2);
    } finally {
      await gateway.stop();
    }
  });

  it('a process counts by itself when the connection is refused, and logs it', async () => {
    const gateway = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      expect((await sendFifty(gateway)).admitted).toBe(5);
      await eventually('the outage is logged', () =>
        gateway.log.lines.some(
          (line) => line['msg'] === 'Redis is unavailable; each process counts requests locally',
        ),
      );
    } finally {
      await gateway.stop();
    }
  });

  it('a process counts by itself, and no request waits, when Redis accepts connections and never answers', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const gateway = await startGateway({ REDIS_URL: `redis://127.0.0.1:${port}` });
    try {
      const { admitted, slowestMs } = await sendFifty(gateway);
      expect(admitted).toBe(5);
      expect(slowestMs).toBeLessThan(1_000);
    } finally {
      await gateway.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
