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

/** Sends 50 requests with a limit of 5; gives their statuses and the longest duration. */
async function sendFifty(gateway: RunningGateway): Promise<{ statuses: number[]; slowestMs: number }> {
  const { id } = await makeTenant(gateway);
  const { key } = await makeKey(gateway, id, { kind: 'secret', mode: 'live', requestsPerMinute: 5 });
  const client = new HttpClient(gateway.url, key);
  const statuses: number[] = [];
  let slowestMs = 0;
  for (let count = 0; count < 50; count += 1) {
    const started = performance.now();
    const answer = await client.get('/v1/resources');
    slowestMs = Math.max(slowestMs, performance.now() - started);
    statuses.push(answer.status);
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
  return { statuses, slowestMs };
}

describe('without Redis', () => {
  it('admits requests uncounted when the connection is refused, and logs it', async () => {
    const gateway = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      expect((await sendFifty(gateway)).statuses).toEqual(Array.from({ length: 50 }, () => 200));
      await eventually('the outage is logged', () =>
        gateway.log.lines.some(
          (line) => line['msg'] === 'Redis is unavailable; requests are admitted uncounted',
        ),
      );
    } finally {
      await gateway.stop();
    }
  });

  it('admits requests uncounted within a second when Redis accepts connections and never answers', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const gateway = await startGateway({ REDIS_URL: `redis://127.0.0.1:${port}` });
    try {
      const { statuses, slowestMs } = await sendFifty(gateway);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(slowestMs).toBeLessThan(1_000);
    } finally {
      await gateway.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
