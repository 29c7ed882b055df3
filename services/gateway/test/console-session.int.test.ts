import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOperator, makeTenant, signIn } from './build-tenant.ts';
import type { TestOperator, TestTenant } from './build-tenant.ts';
import { cookieOf, OWN_PAGE, signInToConsole } from './console-client.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

const SESSION = '/v1/console/session';
const BOOKINGS = '/v1/bookings';
const REFUNDS = `${BOOKINGS}/01890a5d-ac96-774b-bcce-b302099a8057/refunds`;
const INSECURE = 'http://127.0.0.1:8080';

let gateway: RunningGateway;
let other: RunningGateway;
let stubs: StubServices;
let db: Database;
let tenant: TestTenant;
let operator: TestOperator;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
  db = openDatabase({ url: gateway.postgresUrl, schema: 'gateway', log: gateway.log, maxConnections: 2 });
  stubs.answer('list-bookings', { ok: true, value: { bookings: [], nextAfter: null } });
  tenant = await makeTenant(gateway);
});
beforeEach(async () => {
  operator = await makeOperator(gateway, tenant.id, { role: 'front_desk', name: 'Ada Lovelace' });
});
afterAll(async () => {
  await db.close();
  await other.stop();
  await gateway.stop();
  await stubs.stop();
});

const sql = (text: string) => db.acrossTenants((tx) => tx.query(text, [operator.id]));
const refused = async (client: HttpClient) =>
  expectProblem(await client.get(BOOKINGS), 'session_ended')['detail'];

describe('signing in to the console', () => {
  it('gives a cookie that no script reads and no other site gets, and no token in the body', async () => {
    const { email, password } = operator;
    const answer = await new HttpClient(gateway.url).post(SESSION, { email, password }, OWN_PAGE);
    expect(answer.status).toBe(201);
    const { id, createdAt, expiresAt } = answer.body as Record<string, string>;
    expect(answer.body).toEqual({
      id,
      mode: 'live',
      createdAt,
      expiresAt,
      operator: { id: operator.id, email, name: 'Ada Lovelace', role: 'front_desk' },
      tenant: {
        id: tenant.id,
        name: expect.any(String),
        slug: expect.any(String),
        timezone: 'UTC',
        defaultCurrency: 'EUR',
      },
      permissions: ['read', 'book', 'house'],
    });
    const hours = Temporal.Instant.from(createdAt ?? '').until(Temporal.Instant.from(expiresAt ?? ''));
    expect(hours.total('hours')).toBe(12);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-lodging-console=cs_[0-9A-Za-z]{49}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const read = await new HttpClient(gateway.url).get(SESSION, { headers: cookieOf(answer) });
    expect([read.status, read.body]).toEqual([200, answer.body]);
  });

  it('uses a cookie without Secure where the public address is http', async () => {
    const plain = await startGateway({ POSTGRES_URL: gateway.postgresUrl, PUBLIC_URL: INSECURE });
    const answer = await new HttpClient(plain.url).post(SESSION, operator, OWN_PAGE);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^lodging-console=cs_[0-9A-Za-z]{49}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    await plain.stop();
  });

  it('acts for the sandbox in test mode, with the live tenant shown', async () => {
    const { client, body } = await signInToConsole(gateway, operator, 'test');
    expect(body).toMatchObject({ mode: 'test', tenant: { id: tenant.id } });
    expect((await client.get(BOOKINGS)).status).toBe(200);
    expect(stubs.calls.get('list-bookings')?.at(-1)?.ctx).toMatchObject({
      tenantId: tenant.sandboxId,
      livemode: false,
      caller: { kind: 'operator', operatorId: operator.id, permissions: ['read', 'book', 'house'] },
    });
  });

  it('makes a new session each time, and takes over none that was sent', async () => {
    const first = await signInToConsole(gateway, operator);
    const { email, password } = operator;
    const again = await first.client.post(SESSION, { email, password });
    expect(again.status).toBe(201);
    expect(again.body['id']).not.toBe(first.body['id']);
    expect((await first.client.get(BOOKINGS)).status).toBe(200);
  });

  it('counts failed attempts together with those for a token', async () => {
    const wrong = { email: operator.email, password: 'battery staple' };
    const anonymous = new HttpClient(gateway.url);
    for (const count of [1, 2, 3, 4, 5])
      expectProblem(
        await (count % 2 === 0
          ? anonymous.post('/v1/operator/sessions', wrong)
          : anonymous.post(SESSION, wrong, OWN_PAGE)),
        'invalid_credentials',
      );
    const full = await anonymous.post(SESSION, operator, OWN_PAGE);
    expectProblem(full, 'rate_limited');
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(full.headers.getSetCookie()).toEqual([]);
  });

  it('is refused for invalid fields, other bodies than JSON, and a suspended tenant', async () => {
    const anonymous = new HttpClient(gateway.url);
    expectProblem(await anonymous.post(SESSION, { email: 'x' }, OWN_PAGE), 'validation_failed');
    const form = await anonymous.send('POST', SESSION, {
      rawBody: 'email=x',
      headers: { ...OWN_PAGE, 'content-type': 'text/plain' },
    });
    expectProblem(form, 'unsupported_media_type');
    const away = await makeTenant(gateway);
    const person = await makeOperator(gateway, away.id);
    const { client } = await signInToConsole(gateway, person);
    await gateway.admin.post(`/admin/v1/tenants/${away.id}/suspend`, { reason: 'test' });
    expectProblem(await anonymous.post(SESSION, person, OWN_PAGE), 'tenant_suspended');
    expectProblem(await client.get(SESSION), 'tenant_suspended');
  });
});

describe('the session in the cookie', () => {
  it('counts where a token of the operator counts, with the permissions of the moment', async () => {
    const { client } = await signInToConsole(gateway, operator);
    const refund = () => client.post(`${BOOKINGS}/${randomUUID()}/refunds`, {});
    const forbidden = await refund();
    expectProblem(forbidden, 'insufficient_permission');
    expect(forbidden.headers.get('console-permissions')).toBe(['read', 'book', 'house'].join());
    const path = `/admin/v1/tenants/${tenant.id}/operators/${operator.id}`;
    await gateway.admin.send('PATCH', path, { body: { role: 'manager' } });
    expect((await refund()).status).toBe(201);
    expect((await client.get(SESSION)).body).toMatchObject({
      operator: { role: 'manager' },
      permissions: expect.arrayContaining(['payment:refund:create', 'operate']),
    });
  });

  it('acts for no page of another session, where the page names its own', async () => {
    const first = await signInToConsole(gateway, operator);
    const second = await signInToConsole(gateway, operator, 'test');
    const named = (id: unknown) => second.client.with({ 'console-session': String(id) });
    expectProblem(await named(first.body['id']).post(REFUNDS, {}), 'session_ended');
    expectProblem(await named(first.body['id']).get(SESSION), 'session_ended');
    expect((await named(second.body['id']).get(BOOKINGS)).status).toBe(200);
    expect((await second.client.get(SESSION)).body).toMatchObject({ id: second.body['id'], mode: 'test' });
  });

  it('does not count beside a bearer token, which counts alone', async () => {
    const { headers } = await signInToConsole(gateway, operator);
    const beside = (key: string) => new HttpClient(gateway.url, key).get(BOOKINGS, { headers });
    expectProblem(await beside('sk_live_unknown'), 'invalid_api_key');
    expect((await beside(tenant.secret.key ?? '')).status).toBe(200);
    expect(stubs.calls.get('list-bookings')?.at(-1)?.ctx.caller.kind).toBe('secret');
    const token = (await signIn(gateway, operator, 'test')).key ?? '';
    await beside(token);
    expect(stubs.calls.get('list-bookings')?.at(-1)?.ctx.livemode).toBe(false);
  });

  it('is not accepted as a token, nor a token as a cookie', async () => {
    const { headers } = await signInToConsole(gateway, operator);
    const [name, value = ''] = headers.cookie.split('=');
    expectProblem(await new HttpClient(gateway.url, value).get(BOOKINGS), 'invalid_api_key');
    const { key } = await signIn(gateway, operator);
    expect(
      await refused(new HttpClient(gateway.url).with({ ...OWN_PAGE, cookie: `${name}=${key}` })),
    ).toMatch(/ended/);
  });

  it.each([
    ['GET', BOOKINGS, { 'sec-fetch-site': 'cross-site' }],
    ['GET', BOOKINGS, { 'sec-fetch-site': 'same-site' }],
    ['GET', BOOKINGS, { 'sec-fetch-site': 'none' }],
    ['POST', REFUNDS, { 'sec-fetch-site': 'cross-site' }],
    ['POST', REFUNDS, { origin: 'https://evil.example' }],
    ['POST', REFUNDS, {}],
    ['DELETE', SESSION, { origin: 'null' }],
    ['POST', SESSION, { 'sec-fetch-site': 'cross-site' }],
    ['POST', SESSION, {}],
  ] as const)('does not count for %s %s of another site: %j', async (method, path, headers) => {
    const person = await makeOperator(gateway, tenant.id);
    const { headers: own, client } = await signInToConsole(gateway, person);
    const calls = stubs.calls.get('refund-booking')?.length;
    const sent = { cookie: own.cookie, ...headers };
    const body = method === 'POST' ? person : undefined;
    const answer = await new HttpClient(gateway.url).send(method, path, { body, headers: sent });
    expectProblem(answer, 'origin_not_allowed');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(stubs.calls.get('refund-booking')?.length).toBe(calls);
    expect((await client.get(SESSION)).status).toBe(200);
  });

  it('counts for the console’s own origins where a browser sends no Sec-Fetch-Site', async () => {
    const { headers } = await signInToConsole(gateway, operator);
    const { cookie } = headers;
    const refund = (url: string, origin: string) =>
      new HttpClient(url).post(`${BOOKINGS}/${randomUUID()}/refunds`, {}, { cookie, origin });
    expectProblem(await refund(gateway.url, 'https://api.lodging.example'), 'insufficient_permission');
    expect((await new HttpClient(gateway.url).get(BOOKINGS, { headers: { cookie } })).status).toBe(200);
    const desk = await startGateway({
      POSTGRES_URL: gateway.postgresUrl,
      CONSOLE_ORIGINS: 'https://desk.example',
    });
    expectProblem(await refund(desk.url, 'https://desk.example'), 'insufficient_permission');
    expectProblem(await refund(desk.url, 'https://api.lodging.example'), 'origin_not_allowed');
    await desk.stop();
  });
});

describe('a session of the console ends', () => {
  it('at once in every process when its operator signs out, and the browser drops what it has cached', async () => {
    const [left, kept] = [await signInToConsole(gateway, operator), await signInToConsole(gateway, operator)];
    const elsewhere = new HttpClient(other.url).with(left.headers);
    expect((await elsewhere.get(BOOKINGS)).status).toBe(200);
    const ended = await left.client.send('DELETE', SESSION);
    expect([ended.status, ended.text]).toEqual([204, '']);
    expect(ended.headers.get('clear-site-data')).toBe('"cache"');
    const empty = { ...OWN_PAGE, ...cookieOf(ended) };
    expect(empty.cookie).toBe('__Host-lodging-console=');
    for (const client of [left.client, elsewhere, new HttpClient(gateway.url).with(empty)])
      await refused(client);
    expectProblem(await left.client.get(SESSION), 'session_ended');
    expect((await kept.client.get(BOOKINGS)).status).toBe(200);
  });

  it('for a browser that keeps the empty cookie, whose requests never use up the limit of unknown keys', async () => {
    const left = await signInToConsole(gateway, operator);
    const ended = await left.client.send('DELETE', SESSION);
    const empty = new HttpClient(gateway.url).with({ ...OWN_PAGE, ...cookieOf(ended) });
    for (let request = 0; request < 110; request += 1) await refused(empty);
  });

  it('with all others of its operator, tokens too, when it signs out everywhere, which is in the audit trail', async () => {
    const [here, there] = [
      await signInToConsole(gateway, operator),
      await signInToConsole(gateway, operator, 'test'),
    ];
    const bearer = await signIn(other, operator);
    const stranger = await signInToConsole(gateway, await makeOperator(gateway, tenant.id));
    expect((await here.client.send('DELETE', '/v1/console/sessions')).status).toBe(204);
    for (const { client } of [here, there]) await refused(client);
    await refused(new HttpClient(other.url).with(there.headers));
    expectProblem(await bearer.get(BOOKINGS), 'invalid_api_key');
    expect((await stranger.client.get(BOOKINGS)).status).toBe(200);
    const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=operator.signed_out`);
    expect(audit.body['entries']).toMatchObject([
      {
        actor: { kind: 'operator', id: operator.id, name: operator.email },
        target: { kind: 'operator', id: operator.id },
        changes: [{ field: 'sessions', before: 3, after: 0 }],
      },
    ]);
  });

  it('when its operator is removed, gets another password or is signed out by the platform', async () => {
    const path = (id: string) => `/admin/v1/tenants/${tenant.id}/operators/${id}`;
    for (const end of [
      (id: string) => gateway.admin.send('DELETE', path(id)),
      (id: string) => gateway.admin.put(`${path(id)}/password`, { password: 'another long one' }),
      (id: string) => gateway.admin.send('DELETE', `${path(id)}/sessions`),
    ]) {
      const person = await makeOperator(gateway, tenant.id);
      const { client } = await signInToConsole(gateway, person);
      expect((await end(person.id)).status).toBe(204);
      await refused(client);
      await refused(new HttpClient(other.url).with(client.headers));
    }
  });

  it('after 12 hours, and after 60 minutes without a request', async () => {
    for (const passed of ['expires_at = now()', `last_seen_at = now() - interval '60 minutes'`]) {
      const { client } = await signInToConsole(gateway, operator);
      await sql(`UPDATE operator_sessions SET ${passed} WHERE operator_id = $1`);
      await refused(client);
    }
    const bearer = await signIn(gateway, operator);
    expect((await bearer.get(BOOKINGS)).status).toBe(200);
  });

  it('not while it is used: a request is noted once a minute, and one of another site is not', async () => {
    const { client, headers } = await signInToConsole(gateway, operator);
    const seen = async () =>
      String(
        (await sql('SELECT last_seen_at AS seen FROM operator_sessions WHERE operator_id = $1'))[0]?.['seen'],
      );
    const first = await seen();
    await client.get(BOOKINGS);
    expect(await seen()).toBe(first);
    await sql(
      `UPDATE operator_sessions SET last_seen_at = now() - interval '59 minutes' WHERE operator_id = $1`,
    );
    const aged = await seen();
    const foreign = { cookie: headers.cookie, 'sec-fetch-site': 'cross-site' };
    expectProblem(
      await new HttpClient(gateway.url).get(BOOKINGS, { headers: foreign }),
      'origin_not_allowed',
    );
    expect(await seen()).toBe(aged);
    expect((await client.get(BOOKINGS)).status).toBe(200);
    await eventually('the request is noted', async () => (await seen()) > first);
  });

  it('is not confused with a page that never signed in', async () => {
    const anonymous = new HttpClient(gateway.url).with(OWN_PAGE);
    expectProblem(await anonymous.get(SESSION), 'session_ended');
    expectProblem(await anonymous.send('DELETE', SESSION), 'session_ended');
    expectProblem(await anonymous.get(BOOKINGS), 'invalid_api_key');
    expectProblem(await tenant.secret.get(SESSION), 'invalid_api_key');
  });
});

describe('an operator', () => {
  const PASSWORD = '/v1/console/password';
  const newPassword = 'another long password';

  it('sees the own open sessions, newest first, and no one else’s', async () => {
    const bearer = await signIn(gateway, operator, 'test');
    const { client, body } = await signInToConsole(gateway, operator);
    await signInToConsole(gateway, await makeOperator(gateway, tenant.id));
    const idle = await signInToConsole(gateway, operator);
    await db.acrossTenants((tx) =>
      tx.query(`UPDATE operator_sessions SET last_seen_at = now() - interval '2 hours' WHERE id = $1`, [
        idle.body['id'],
      ]),
    );
    const listed = await client.get('/v1/console/sessions');
    expect(listed.body).toEqual({
      sessions: [
        {
          id: body['id'],
          kind: 'console',
          mode: 'live',
          createdAt: body['createdAt'],
          lastSeenAt: expect.any(String),
          expiresAt: body['expiresAt'],
          current: true,
        },
        expect.objectContaining({ kind: 'token', mode: 'test', lastSeenAt: null, current: false }),
      ],
    });
    expect((await bearer.get('/v1/console/sessions')).body['sessions']).toMatchObject([
      { current: false },
      { current: true },
    ]);
  });

  it('changes the own password: the session goes on, every other one ends, and the audit trail has it', async () => {
    const { client } = await signInToConsole(gateway, operator);
    const others = [await signInToConsole(gateway, operator, 'test'), await signInToConsole(other, operator)];
    const bearer = await signIn(gateway, operator);
    const changed = await client.put(PASSWORD, { currentPassword: operator.password, newPassword });
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect((await client.get(BOOKINGS)).status).toBe(200);
    expect((await new HttpClient(other.url).with(client.headers).get(BOOKINGS)).status).toBe(200);
    for (const session of others) await refused(session.client);
    expectProblem(await bearer.get(BOOKINGS), 'invalid_api_key');
    const again = (password: string) =>
      new HttpClient(gateway.url).post(SESSION, { email: operator.email, password }, OWN_PAGE);
    expectProblem(await again(operator.password), 'invalid_credentials');
    expect((await again(newPassword)).status).toBe(201);
    const query = `tenantId=${tenant.id}&action=operator.password_set`;
    const audit = await gateway.admin.get(`/admin/v1/audit?${query}`);
    expect(Object(audit.body['entries']).at(0)).toMatchObject({
      actor: { kind: 'operator', id: operator.id },
      target: { kind: 'operator', id: operator.id },
      changes: [{ field: 'password' }, { field: 'sessions', before: 4, after: 1 }],
    });
    expect(JSON.stringify(audit.body)).not.toContain(newPassword);
  });

  it('has five tries for the current password, together with those of the sign-in', async () => {
    const { client } = await signInToConsole(gateway, operator);
    const change = (currentPassword: string) => client.put(PASSWORD, { currentPassword, newPassword });
    for (const _ of [1, 2, 3]) expectProblem(await change('battery staple'), 'invalid_credentials');
    const wrong = { email: operator.email, password: 'battery staple' };
    for (const _ of [4, 5])
      expectProblem(await new HttpClient(gateway.url).post(SESSION, wrong, OWN_PAGE), 'invalid_credentials');
    expectProblem(await change(operator.password), 'rate_limited');
    expect((await client.get(BOOKINGS)).status).toBe(200);
  });

  it('needs a new password of eight characters at least, and both of two changes at once do not happen', async () => {
    const { client } = await signInToConsole(gateway, operator);
    const short = await client.put(PASSWORD, { currentPassword: operator.password, newPassword: 'short' });
    expect(expectProblem(short, 'validation_failed')['errors']).toMatchObject([{ pointer: '/newPassword' }]);
    const answers = await Promise.all(
      ['one long password', 'two long passwords'].map((one) =>
        client.put(PASSWORD, { currentPassword: operator.password, newPassword: one }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
  });
});
