import { openDatabase } from '@lodging/kit-postgres';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { formatKey } from '../src/domain/keys/api-key.ts';
import { sha256 } from '../src/outbound/keys/digests.ts';
import { createSignInAttempts } from '../src/outbound/operators/sign-in-attempts.ts';
import { countSignIn } from '../src/use-cases/operators/count-sign-in.ts';
import { makeKey, SHOP } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;

useGateway((started) => ({ gateway, stubs, tenant } = started), {
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
});
beforeAll(async () => {
  stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
  await gateway.countsInRedis();
});

let prefixes = 0;
/** A /48 that no other test uses. */
const freshPrefix = () => `2001:db8:${(prefixes += 1).toString(16)}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const statusesOf = async (sending: readonly Promise<Answer>[]) =>
  (await Promise.all(sending)).map(({ status }) => status);
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

it('a publishable key has 1, 4 and 16 times its requests in a /64, a /56 and a /48', async () => {
  const made = { kind: 'publishable', mode: 'live', allowedOrigins: [SHOP], requestsPerMinute: 5 };
  const { key } = await makeKey(gateway, tenant.id, made);
  const shop = new HttpClient(gateway.url, key, SHOP);
  const prefix = freshPrefix();
  // One after the other, so that an answer of Redis that comes late pays for the request that did not wait for it.
  const read = async (count: number, subnet: (at: number) => string) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1)
      statuses.push((await shop.get('/v1/resources', from(`${prefix}:${subnet(at)}::${at}`))).status);
    return statuses;
  };
  expect(countOf(await read(12, () => '1'), 200)).toBe(5);
  // What the /64 refused is not counted in its /56, of which 15 are left.
  expect(countOf(await read(40, (at) => (16 + at).toString(16)), 200)).toBe(15);
  // And what that refused is not counted in the /48, of which 60 are left.
  expect(countOf(await read(100, (at) => `${(1 + at).toString(16)}00`), 200)).toBe(60);
  const refused = await shop.get('/v1/resources', from(`${prefix}:ff00::1`));
  expectProblem(refused, 'rate_limited');
  expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=80;w=60');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await shop.get('/v1/resources', from(`${freshPrefix()}:1::1`))).status).toBe(200);
});

it('failed keys of a /56 are refused after four hundred, wherever in it they come from', async () => {
  const prefix = freshPrefix();
  const fail = (count: number, subnet: string) =>
    statusesOf(
      Array.from({ length: count }, () =>
        new HttpClient(gateway.url, formatKey('secret', 'live', randomBytes(32))).get(
          '/v1/resources',
          from(`${prefix}:${subnet}::1`),
        ),
      ),
    );
  for (const subnet of ['1', '2', '3', '4']) expect(countOf(await fail(110, subnet), 401)).toBe(100);
  expect(countOf(await fail(5, '5'), 429)).toBe(5);
  expect(countOf(await fail(5, '105'), 401)).toBe(5);
});

it('wrong admin tokens of a /56 are refused after a hundred and twenty', async () => {
  const prefix = freshPrefix();
  const fail = (count: number, subnet: string) =>
    statusesOf(
      Array.from({ length: count }, () =>
        new HttpClient(gateway.adminUrl, 'wrong').get('/admin/v1/tenants', from(`${prefix}:${subnet}::1`)),
      ),
    );
  for (const subnet of ['1', '2', '3', '4']) expect(countOf(await fail(35, subnet), 401)).toBe(30);
  expect(countOf(await fail(5, '5'), 429)).toBe(5);
});

it('sign-ins at once that are refused for their account do not count for their network', async () => {
  const { postgresUrl: url, log } = gateway;
  const db = openDatabase({ url, schema: 'gateway', log, maxConnections: 8 });
  const deps = { signInAttempts: createSignInAttempts(db), digest: sha256 };
  const clientNetwork = `${freshPrefix()}:1::/64`;
  const email = `at-once-${randomUUID()}@hotel.example`;
  const now = Temporal.Now.instant().round('millisecond');
  try {
    const tries = Array.from({ length: 30 }, () => countSignIn(deps, { email, clientNetwork }, now));
    expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(5);
    const [row] = await db.acrossTenants((tx) =>
      tx.query<{ tries: number }>(
        'SELECT cardinality(tried_at) AS tries FROM sign_in_tries WHERE address = $1',
        [sha256(`client network ${clientNetwork}`)],
      ),
    );
    expect(row?.tries).toBe(5);
  } finally {
    await db.close();
  }
});

it('failed sign-ins of a /56 are refused after two hundred, and what is refused counts nowhere', async () => {
  const db = openDatabase({
    url: gateway.postgresUrl,
    schema: 'gateway',
    log: gateway.log,
    maxConnections: 2,
  });
  const deps = { signInAttempts: createSignInAttempts(db), digest: sha256 };
  const prefix = freshPrefix();
  const now = Temporal.Now.instant().round('millisecond');
  const attempt = (subnet: string, email = `sprayed-${randomUUID()}@hotel.example`) =>
    countSignIn(deps, { email, clientNetwork: `${prefix}:${subnet}::/64` }, now);
  try {
    for (const subnet of ['1', '2', '3', '4']) {
      const attempts = [];
      for (let count = 0; count < 55; count += 1) attempts.push(await attempt(subnet));
      expect(attempts.filter(({ ok }) => ok)).toHaveLength(50);
    }
    const email = `operator-${randomUUID()}@hotel.example`;
    for (let count = 0; count < 6; count += 1)
      expect(await attempt('5', email)).toMatchObject({ refusal: { code: 'rate_limited' } });
    const counted = await attempt('105', email);
    expect(counted.ok).toBe(true);
    const [row] = await db.acrossTenants((tx) =>
      tx.query<{ tries: number }>(
        'SELECT coalesce(sum(cardinality(tried_at)), 0)::integer AS tries FROM sign_in_tries WHERE address = $1',
        [sha256(`client network ${prefix}:5::/64`)],
      ),
    );
    expect(row?.tries).toBe(0);
  } finally {
    await db.close();
  }
});
