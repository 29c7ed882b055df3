// Guarantees of signing in and out: five tries whatever the load, twelve hours, and an end that is an end everywhere.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { systemClock } from '@lodging/kit-runtime';
import { fixedClock } from '@lodging/kit-testing';
import type { FixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let anyone: HttpClient;

beforeAll(async () => {
  clock = fixedClock(systemClock.now().round('millisecond'));
  [gateway, stubs] = await Promise.all([startGateway({}, clock), startStubServices()]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl }, clock);
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
  anyone = new HttpClient(gateway.url);
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
const tryIn = (body: object, client = anyone): Promise<Answer> => client.post(SESSIONS, body);
const statusesOf = async (tries: Promise<Answer>[]) => (await Promise.all(tries)).map(({ status }) => status);

describe('signing in', () => {
  it('gives a token for twelve hours that acts for the live tenant on refunds and metrics', async () => {
    const { email, password } = operator;
    const answer = await tryIn({ email: email.toUpperCase(), password });
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
        caller: { kind: 'operator', permissions: ['payment:refund:create'] },
      });
    }
  });

  it('acts for the sandbox when asked to', async () => {
    const signedIn = await signIn(gateway, operator, 'test');
    await signedIn.get(METRICS);
    const asked = stubs.calls.get('summarize-period')?.at(-1)?.ctx;
    expect(asked).toMatchObject({ tenantId: tenant.sandboxId, livemode: false });
  });

  it('keeps neither the token nor the address of a try, and logs no password', async () => {
    const { key = '' } = await signIn(gateway, operator);
    await tryIn(wrong());
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

  it('tells a wrong password and an unknown address in the same words', async () => {
    const [one, two] = [await tryIn(wrong()), await tryIn({ ...wrong(), email: 'nobody@hotel.example' })];
    const [{ instance: _one, ...known }, { instance: _two, ...unknown }] = [one, two].map((answer) =>
      expectProblem(answer, 'invalid_credentials'),
    ) as [Answer['body'], Answer['body']];
    expect(known).toEqual(unknown);
    expect(one.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('points at what does not fit', async () => {
    for (const [body, pointer] of [
      [{ password: 'x' }, '/email'],
      [{ email: operator.email }, '/password'],
      [{ email: operator.email, password: '' }, '/password'],
      [{ email: operator.email, password: 'x'.repeat(201) }, '/password'],
      [{ ...wrong(), email: 'nobody' }, '/email'],
      [{ ...wrong(), mode: 'sandbox' }, '/mode'],
    ] as const) {
      const { errors } = expectProblem(await tryIn(body), 'validation_failed');
      expect(errors).toMatchObject([{ pointer }]);
    }
  });
});

describe('wrong tries', () => {
  it('are five in fifteen minutes, however many come at once, to whichever process', async () => {
    for (const email of [operator.email, `nobody-${randomUUID()}@hotel.example`]) {
      const doors = [anyone, new HttpClient(other.url)];
      const tries = Array.from({ length: 60 }, (_, at) => tryIn({ ...wrong(), email }, doors[at % 2]));
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
    expectProblem(await tryIn(operator), 'rate_limited');
    expect((await tryIn(await makeOperator(gateway, tenant.id))).status).toBe(201);
  });

  it('are counted in a window that slides, and a refused one does not make it longer', async () => {
    const times = [0, 10, 14, 14, 14];
    let minute = 0;
    for (const at of times) {
      clock.advance({ minutes: at - minute });
      minute = at;
      expectProblem(await tryIn(wrong()), 'invalid_credentials');
    }
    const refused = await tryIn(wrong());
    expectProblem(refused, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBe('60');
    clock.advance({ minutes: 1 });
    expectProblem(await tryIn(wrong()), 'invalid_credentials');
    const next = await tryIn(operator);
    expectProblem(next, 'rate_limited');
    expect(next.headers.get('retry-after')).toBe('600');
    clock.advance({ minutes: 10 });
    expect((await tryIn(operator)).status).toBe(201);
  });

  it('are not made of right ones, and a right one forgives none', async () => {
    const right = await statusesOf(Array.from({ length: 4 }, () => tryIn(operator)));
    for (let count = 0; count < 6; count += 1) right.push((await tryIn(operator)).status);
    expect(new Set(right)).toEqual(new Set([201]));
    for (let count = 0; count < 4; count += 1) expectProblem(await tryIn(wrong()), 'invalid_credentials');
    expect((await tryIn(operator)).status).toBe(201);
    expectProblem(await tryIn(wrong()), 'invalid_credentials');
    expectProblem(await tryIn(wrong()), 'rate_limited');
  });
});

describe('a session', () => {
  const refusesSoon = async (client: HttpClient) => {
    expectProblem(await client.get(METRICS), 'invalid_api_key');
    expectProblem(await new HttpClient(other.url, client.key).get(METRICS), 'invalid_api_key');
  };

  it('ends when its operator signs out, in every process at once, and no other one does', async () => {
    const [left, kept] = [await signIn(gateway, operator), await signIn(other, operator)];
    expect((await new HttpClient(other.url, left.key).get(METRICS)).status).toBe(200);
    const ended = await left.send('DELETE', CURRENT);
    expect([ended.status, ended.text]).toEqual([204, '']);
    await refusesSoon(left);
    expectProblem(await left.send('DELETE', CURRENT), 'invalid_api_key');
    expect((await kept.get(METRICS)).status).toBe(200);
  });

  it('ends with its twelve hours', async () => {
    const signedIn = await signIn(gateway, operator);
    const sql = 'UPDATE operator_sessions SET expires_at = now() WHERE operator_id = $1';
    await db.acrossTenants((tx) => tx.query(sql, [operator.id]));
    await refusesSoon(signedIn);
  });

  it('ends when the password or the address of its operator changes, or the operator is gone', async () => {
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

  it('of the sandbox ends as well as one of the live tenant', async () => {
    const signedIn = await signIn(gateway, operator, 'test');
    expect((await signedIn.send('DELETE', CURRENT)).status).toBe(204);
    await refusesSoon(signedIn);
  });
});
