// Guarantees of the gateway while something around it is away, slow, or while it is itself told to stop.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeTenant, startGateway, startNeighbours } from './start-gateway.ts';
import type { Neighbour } from './start-gateway.ts';
import { writeKey } from '../src/domain/api-key.ts';

let neighbours: Neighbour;

beforeAll(async () => {
  neighbours = await startNeighbours();
});

afterAll(() => neighbours.stop());

describe('without its database', () => {
  it('says that it cannot check a key, and still refuses what was never one', async () => {
    const gateway = await startGateway({ POSTGRES_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    try {
      const key = writeKey('secret', 'live', crypto.getRandomValues(new Uint8Array(32)));
      const answer = await new Client(gateway.url, key).get('/v1/resources');
      expectProblem(answer, 'service_unavailable');
      expect(answer.headers.get('retry-after')).toBe('1');
      expectProblem(await new Client(gateway.url, 'sk_live_x').get('/v1/resources'), 'invalid_api_key');
      expectProblem(await gateway.admin.get('/admin/v1/tenants'), 'service_unavailable');
      expect((await new Client(gateway.url).get('/v1/ping')).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  });
});

describe('with a neighbour that is slow', () => {
  it('stops waiting for a read after two seconds', async () => {
    const gateway = await startGateway();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    try {
      const { secret } = await makeTenant(gateway);
      neighbours.answer('read-booking', async () => {
        await released;
        return { ok: true, value: {} };
      });
      const started = performance.now();
      const answer = await secret.get(`/v1/bookings/${randomUUID()}`);
      expectProblem(answer, 'service_unavailable');
      expect(performance.now() - started).toBeLessThan(3_000);
    } finally {
      release();
      await gateway.stop();
    }
  });

  it('answers what is under way before it stops, and takes nothing new', async () => {
    const gateway = await startGateway();
    const { secret } = await makeTenant(gateway);
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    neighbours.answer('read-resource', async () => {
      await held;
      return { ok: true, value: { id: 'r' } };
    });
    const answer = secret.get(`/v1/resources/${randomUUID()}`);
    await eventually('the request is under way', () => neighbours.asked.has('read-resource'));
    const stopped = gateway.stop();
    await eventually('nothing new is taken', () =>
      new Client(gateway.url).get('/v1/ping').then(
        () => false,
        () => true,
      ),
    );
    finish();
    expect((await answer).status).toBe(200);
    await stopped;
  });
});
