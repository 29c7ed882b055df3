import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { systemClock } from '@lodging/kit-runtime';
import { fixedClock } from '@lodging/kit-testing';
import type { FixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../src/outbound/keys/digests.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeOperator, makeTenant, signIn } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestOperator, TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let other: RunningGateway;
let stubs: StubServices;
let db: Database;
let clock: FixedClock;
let tenant: TestTenant;
let operator: TestOperator;
let anonymous: HttpClient;

beforeAll(async () => {
  clock = fixedClock(systemClock.now().round('millisecond'));
  [gateway, stubs] = await Promise.all([
    startGateway({ TRUSTED_PROXIES: '127.0.0.1' }, clock),
    startStubServices(),
  ]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl, TRUSTED_PROXIES: '127.0.0.1' }, clock);
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
  anonymous = new HttpClient(gateway.url);
  tenant = await makeTenant(gateway);
});

beforeEach(async () => {
  operator = await makeOperator(gateway, tenant.id);
});

afterAll(async () => {
  await db.close();
  await other.stop();
  await gateway.stop();
  await stubs.stop();
});

const SESSIONS = '/v1/operator/sessions';
const CURRENT = `${SESSIONS}/current`;
const METRICS = '/v1/metrics/summary';
const wrong = () => ({ email: operator.email, password: 'battery staple' });
const attempt = (body: object, client = anonymous): Promise<Answer> => client.post(SESSIONS, body);
const statusesOf = async (tries: Promise<Answer>[]) => (await Promise.all(tries)).map(({ status }) => status);

describe('signing in', () => {
  it('gives a token for 12 hours that acts for the live tenant with the permissions of a manager', async () => {
    const { email, password } = operator;
    const answer = await attempt({ email: email.toUpperCase(), password });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^os_[0-9A-Za-z]{49}$/),
      expiresAt: clock.now().add({ hours: 12 }).toString({ smallestUnit: 'millisecond' }),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const signedIn = new HttpClient(gateway.url, String(answer.body['token']));
    expect((await signedIn.get(METRICS)).status).toBe(200);
    expect((await signedIn.post(`/v1/bookings/${randomUUID()}/refunds`)).status).toBe(201);
    for (const name of ['summarize-period', 'refund-booking']) {
      expect(stubs.calls.get(name)?.at(-1)?.ctx).toMatchObject({
        tenantId: tenant.id,
        livemode: true,
        caller: { kind: 'operator', permissions: expect.arrayContaining(['payment:refund:create']) },
      });
    }
  });

  it('acts for the sandbox in test mode', async () => {
    const signedIn = await signIn(gateway, operator, 'test');
    await signedIn.get(METRICS);
    const ctx = stubs.calls.get('summarize-period')?.at(-1)?.ctx;
    expect(ctx).toMatchObject({ tenantId: tenant.sandboxId, livemode: false });
  });

  it('stores neither token nor e-mail address in clear, and logs no password', async () => {
    const { key = '' } = await signIn(gateway, operator);
    await attempt(wrong());
    const kept = await db.acrossTenants(async (tx) => [
      await tx.query('SELECT * FROM operator_sessions'),
      await tx.query('SELECT * FROM sign_in_tries'),
    ]);
    const dump = JSON.stringify(kept) + JSON.stringify(gateway.log.lines);
    for (const text of [key, operator.email, operator.password, 'battery staple']) {
      expect(dump).not.toContain(text);
      expect(dump).not.toContain(Buffer.from(text).toString('hex'));
    }
  });

  it('answers a wrong password and an unknown e-mail address alike', async () => {
    const [one, two] = [
      await attempt(wrong()),
      await attempt({ ...wrong(), email: 'unknown@hotel.example' }),
    ];
    const [{ instance: _one, ...known }, { instance: _two, ...unknown }] = [one, two].map((answer) =>
      expectProblem(answer, 'invalid_credentials'),
    ) as [Answer['body'], Answer['body']];
    expect(known).toEqual(unknown);
    expect(one.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is refused with a pointer to each invalid field', async () => {
    for (const [body, pointer] of [
      [{ password: 'x' }, '/email'],
      [{ email: operator.email }, '/password'],
      [{ email: operator.email, password: '' }, '/password'],
      [{ email: operator.email, password: 'x'.repeat(201) }, '/password'],
      [{ ...wrong(), email: 'unknown' }, '/email'],
      [{ ...wrong(), mode: 'sandbox' }, '/mode'],
    ] as const) {
      const { errors } = expectProblem(await attempt(body), 'validation_failed');
      expect(errors).toMatchObject([{ pointer }]);
    }
  });
});

describe('failed sign-in attempts', () => {
  it('are limited to five in 15 minutes, over parallel requests and processes', async () => {
    for (const email of [operator.email, `unknown-${randomUUID()}@hotel.example`]) {
      const clients = [anonymous, new HttpClient(other.url)];
      const tries = Array.from({ length: 60 }, (_, at) => attempt({ ...wrong(), email }, clients[at % 2]));
      const answers = await Promise.all(tries);
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(refused).toHaveLength(55);
      for (const answer of refused) {
        expectProblem(answer, 'rate_limited');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900);
      }
    }
    expectProblem(await attempt(operator), 'rate_limited');
    expect((await attempt(await makeOperator(gateway, tenant.id))).status).toBe(201);
  });

  it('beyond the five are refused without waiting for another attempt at the account', async () => {
    for (let count = 0; count < 5; count += 1) expectProblem(await attempt(wrong()), 'invalid_credentials');
    const address = sha256(operator.email);
    await db.acrossTenants(async (tx) => {
      const locked = await tx.query('SELECT 1 FROM sign_in_tries WHERE address = $1 FOR UPDATE', [address]);
      expect(locked).toHaveLength(1);
      expectProblem(await attempt(operator), 'rate_limited');
    });
  });

  it('are counted in a sliding window that a refused attempt does not extend', async () => {
    const times = [0, 10, 14, 14, 14];
    let minute = 0;
    for (const at of times) {
      clock.advance({ minutes: at - minute });
      minute = at;
      expectProblem(await attempt(wrong()), 'invalid_credentials');
    }
    const refused = await attempt(wrong());
    expectProblem(refused, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBe('60');
    clock.advance({ minutes: 1 });
    expectProblem(await attempt(wrong()), 'invalid_credentials');
    const next = await attempt(operator);
    expectProblem(next, 'rate_limited');
    expect(next.headers.get('retry-after')).toBe('600');
    clock.advance({ minutes: 10 });
    expect((await attempt(operator)).status).toBe(201);
  });

  it('do not include successful ones, and a success does not reset them', async () => {
    const right = await statusesOf(Array.from({ length: 4 }, () => attempt(operator)));
    for (let count = 0; count < 6; count += 1) right.push((await attempt(operator)).status);
    expect(new Set(right)).toEqual(new Set([201]));
    for (let count = 0; count < 4; count += 1) expectProblem(await attempt(wrong()), 'invalid_credentials');
    expect((await attempt(operator)).status).toBe(201);
    expectProblem(await attempt(wrong()), 'invalid_credentials');
    expectProblem(await attempt(wrong()), 'rate_limited');
  });
});

describe('failed sign-ins of one address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const spray = (count: number, address: string) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => {
        const body = { email: `sprayed-${at}-${randomUUID()}@hotel.example`, password: 'battery staple' };
        const client = at % 2 === 0 ? anonymous : new HttpClient(other.url);
        return client.post(SESSIONS, body, from(address));
      }),
    );

  it('are limited to fifty in 15 minutes over all accounts and processes, and no other address is', async () => {
    const statuses = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push(...(await spray(20, '203.0.113.7')).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const refused = await anonymous.post(SESSIONS, operator, from('203.0.113.7'));
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await anonymous.post(SESSIONS, operator, from('203.0.113.8'))).status).toBe(201);
    clock.advance({ minutes: 15 });
    expect((await anonymous.post(SESSIONS, operator, from('203.0.113.7'))).status).toBe(201);
  });

  it('do not use up the tries of an account once the address is refused', async () => {
    await spray(60, '203.0.113.9');
    for (let count = 0; count < 6; count += 1) {
      expectProblem(await anonymous.post(SESSIONS, wrong(), from('203.0.113.9')), 'rate_limited');
    }
    expect((await anonymous.post(SESSIONS, operator, from('203.0.113.10'))).status).toBe(201);
  });

  it('do not include successful ones', async () => {
    for (let count = 0; count < 52; count += 1) {
      const signedIn = await anonymous.post(SESSIONS, operator, from('203.0.113.11'));
      expect(signedIn.status).toBe(201);
    }
  });
});

describe('a session', () => {
  const refusesSoon = async (client: HttpClient) => {
    expectProblem(await client.get(METRICS), 'invalid_api_key');
    expectProblem(await new HttpClient(other.url, client.key).get(METRICS), 'invalid_api_key');
  };

  it('ends at once in every process when its operator signs out, and no other session ends', async () => {
    const [left, kept] = [await signIn(gateway, operator), await signIn(other, operator)];
    expect((await new HttpClient(other.url, left.key).get(METRICS)).status).toBe(200);
    const ended = await left.send('DELETE', CURRENT);
    expect([ended.status, ended.text]).toEqual([204, '']);
    await refusesSoon(left);
    expectProblem(await left.send('DELETE', CURRENT), 'invalid_api_key');
    expect((await kept.get(METRICS)).status).toBe(200);
  });

  it('expires after 12 hours', async () => {
    const signedIn = await signIn(gateway, operator);
    const sql = 'UPDATE operator_sessions SET expires_at = now() WHERE operator_id = $1';
    await db.acrossTenants((tx) => tx.query(sql, [operator.id]));
    await refusesSoon(signedIn);
  });

  it('ends when its operator is deleted or changes password or e-mail address', async () => {
    for (const change of [
      `UPDATE operators SET password_hash = password_hash || 'x' WHERE id = $1`,
      `UPDATE operators SET email = 'changed-' || email WHERE id = $1`,
      'DELETE FROM operators WHERE id = $1',
    ]) {
      const person = await makeOperator(gateway, tenant.id);
      const signedIn = await signIn(gateway, person);
      expect((await signedIn.get(METRICS)).status).toBe(200);
      await db.acrossTenants((tx) => tx.query(change, [person.id]));
      await refusesSoon(signedIn);
    }
  });

  it('ends at sign-out for the sandbox too', async () => {
    const signedIn = await signIn(gateway, operator, 'test');
    expect((await signedIn.send('DELETE', CURRENT)).status).toBe(204);
    await refusesSoon(signedIn);
  });
});
