import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';
import { formatKey } from '../src/domain/keys/api-key.ts';

let stubs: StubServices;

beforeAll(async () => {
  stubs = await startStubServices();
});

afterAll(() => stubs.stop());

describe('without the database', () => {
  it('answers 503 where a key must be looked up, and 401 to a malformed key', async () => {
    const gateway = await startGateway({ POSTGRES_URL: 'postgres://stranger@127.0.0.1:1/nothing' });
    try {
      const key = formatKey('secret', 'live', crypto.getRandomValues(new Uint8Array(32)));
      const answer = await new HttpClient(gateway.url, key).get('/v1/resources');
      expectProblem(answer, 'service_unavailable');
      expect(answer.headers.get('retry-after')).toBe('1');
      expectProblem(await new HttpClient(gateway.url, 'sk_live_x').get('/v1/resources'), 'invalid_api_key');
      expectProblem(await gateway.admin.get('/admin/v1/tenants'), 'service_unavailable');
      expect((await new HttpClient(gateway.url).get('/v1/ping')).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  });
});

describe('with a database that is locked', () => {
  it('answers 503, and logs neither the address nor the password that it was to store', async () => {
    const gateway = await startGateway();
    const { postgresUrl: url, log } = gateway;
    const db = openDatabase({ url, schema: 'gateway', log, maxConnections: 1 });
    try {
      const { id } = await makeTenant(gateway);
      const operator = { email: 'canary@hotel.example', password: 'canary with a long password' };
      const answer = await db.acrossTenants(async (tx) => {
        await tx.query('LOCK TABLE operators IN SHARE MODE');
        return gateway.admin.post(`/admin/v1/tenants/${id}/operators`, operator);
      });
      expectProblem(answer, 'service_unavailable');
      expect(JSON.stringify(gateway.log.lines)).toContain('55P03');
      expect(JSON.stringify([answer.body, gateway.log.lines])).not.toMatch(/canary|argon2id/);
    } finally {
      await db.close();
      await gateway.stop();
    }
  });
});

describe('with a slow service', () => {
  it('answers 503 to a read after 2 s', async () => {
    const gateway = await startGateway();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    try {
      const { secret } = await makeTenant(gateway);
      stubs.answer('read-booking', async () => {
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

  it('completes requests in progress before it stops, and accepts no new ones', async () => {
    const gateway = await startGateway();
    const { secret } = await makeTenant(gateway);
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    stubs.answer('read-resource', async () => {
      await held;
      return { ok: true, value: { id: 'r' } };
    });
    const answer = secret.get(`/v1/resources/${randomUUID()}`);
    await eventually('the request is in progress', () => stubs.calls.has('read-resource'));
    const stopped = gateway.stop();
    await eventually('no new request is accepted', () =>
      new HttpClient(gateway.url).get('/v1/ping').then(
        () => false,
        () => true,
      ),
    );
    finish();
    expect((await answer).status).toBe(200);
    await stopped;
  });
});
