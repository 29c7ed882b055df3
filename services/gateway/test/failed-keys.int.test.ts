import { randomBytes } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatKey } from '../src/domain/keys/api-key.ts';
import { formatSessionToken } from '../src/domain/operators/operator-session.ts';
import { makeKey, makeOperator, makeTenant, signIn } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let address: { headers: Record<string, string> };
let addresses = 0;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway({ TRUSTED_PROXIES: '127.0.0.1' }), startStubServices()]);
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
  tenant = await makeTenant(gateway);
  await gateway.countsInRedis();
});

beforeEach(() => {
  addresses += 1;
  address = { headers: { 'x-forwarded-for': `203.0.113.${addresses}` } };
});

afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const unknownKey = () => formatKey('secret', 'live', randomBytes(32));
const read = (key: string, sending = address): Promise<Answer> =>
  new HttpClient(gateway.url, key).get('/v1/resources', sending);
const fail = (count: number, key = () => 'sk_live_nonsense') =>
  Promise.all(Array.from({ length: count }, () => read(key())));
const count = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

describe('failed keys', () => {
  it.each([
    ['malformed', () => 'sk_live_nonsense'],
    ['unknown', unknownKey],
    ['of no session', () => formatSessionToken('bearer', randomBytes(32))],
  ])('that are %s get 401 a hundred times a minute and address, then 429', async (_name, key) => {
    const answers = await fail(130, key);
    expect([count(answers, 401), count(answers, 429)]).toEqual([100, 30]);
    const refused = await read(key());
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expectProblem(await read(key(), { headers: {} }), 'invalid_api_key');
  });

  it('leave requests without a key alone', async () => {
    await fail(101);
    expectProblem(await new HttpClient(gateway.url).get('/v1/resources', address), 'invalid_api_key');
  });

  it('do not hinder a good key of their address that is in use', async () => {
    const { key = '' } = tenant.secret;
    expect((await read(key)).status).toBe(200);
    await fail(120, unknownKey);
    for (let sent = 0; sent < 20; sent += 1) expect((await read(key)).status).toBe(200);
  });

  it('do not hinder it when other keys are changed meanwhile', async () => {
    const { key = '' } = tenant.secret;
    expect((await read(key)).status).toBe(200);
    await fail(101);
    const { id } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live' });
    await gateway.admin.send('DELETE', `/admin/v1/tenants/${tenant.id}/api-keys/${id}`);
    expect((await read(key)).status).toBe(200);
  });

  it('let a good key of their address that was never seen before work within five seconds, in the flood', async () => {
    await fail(101);
    const { key } = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live' });
    const flood = { goesOn: true };
    const flooding = (async () => {
      while (flood.goesOn) await fail(20, unknownKey);
    })();
    try {
      const works = () => read(key).then(({ status }) => status === 200);
      await eventually('the key works', works, { withinMs: 5_000 });
    } finally {
      flood.goesOn = false;
      await flooding;
    }
  });

  it('do not hinder an operator of their address, one who is signed in and one who signs in', async () => {
    const operator = await makeOperator(gateway, tenant.id);
    const [before, after] = [await signIn(gateway, operator), await signIn(gateway, operator)];
    const metrics = (client: HttpClient) => client.get('/v1/metrics/summary', address);
    expect((await metrics(before)).status).toBe(200);
    await fail(101);
    expect((await metrics(before)).status).toBe(200);
    const works = () => metrics(after).then(({ status }) => status === 200);
    await eventually('the new session works', works, { withinMs: 5_000 });
  });
});
