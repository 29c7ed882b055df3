import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedRoutes, writeDocument } from '../src/inbound/document/write-document.ts';
import { makeOperator, makeTenant, signIn } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { signInToConsole } from './console-client.ts';
import { expectProblem } from './expect-problem.ts';
import type { HttpClient } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

const ROLES = ['admin', 'manager', 'front_desk', 'viewer'] as const;
type Role = (typeof ROLES)[number];

/** The roles that have each permission. Only an admin overrides a penalty, which is a field of a body. */
const HOLDERS: Readonly<Record<string, readonly Role[]>> = {
  read: ROLES,
  book: ['admin', 'manager', 'front_desk'],
  house: ['admin', 'manager', 'front_desk'],
  operate: ['admin', 'manager'],
  'payment:refund:create': ['admin', 'manager'],
  'guest:export': ['admin', 'manager'],
  'guest:erase': ['admin', 'manager'],
};

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let sessions: Record<Role, HttpClient>;
let testSessions: Record<Role, HttpClient>;
let cookies: Record<Role, HttpClient>;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  for (const name of ['change-booking', 'cancel-booking', 'create-booking'])
    stubs.answer(name, { ok: true, value: {} });
  for (const [name, list] of Object.entries({
    'list-resources': 'resources',
    'list-bookings': 'bookings',
    'list-connections': 'connections',
    'list-conflicts': 'conflicts',
    'list-events': 'events',
    'list-webhook-deliveries': 'deliveries',
  }))
    stubs.answer(name, { ok: true, value: { [list]: [], nextAfter: null } });
  tenant = await makeTenant(gateway);
  const signedIn = async (role: Role, mode: 'live' | 'test') =>
    [role, await signIn(gateway, await makeOperator(gateway, tenant.id, { role }), mode)] as const;
  const everyRole = async (mode: 'live' | 'test') =>
    Object.fromEntries(await Promise.all(ROLES.map((role) => signedIn(role, mode)))) as typeof sessions;
  [sessions, testSessions] = [await everyRole('live'), await everyRole('test')];
  const ofConsole = async (role: Role) => {
    const operator = await makeOperator(gateway, tenant.id, { role });
    return [role, (await signInToConsole(gateway, operator)).client] as const;
  };
  cookies = Object.fromEntries(await Promise.all(ROLES.map(ofConsole))) as typeof cookies;
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

interface Documented {
  readonly security?: readonly Record<string, readonly string[]>[];
}
const { paths } = JSON.parse(JSON.stringify(writeDocument('https://api.lodging.example'))) as {
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const withKey = operations.filter(({ operation: { security = [] } }) => security.length > 0);
/** Operations on the session itself; one of them ends the session that the other rows need. */
const OF_THE_SESSION = [
  '/v1/operator/sessions/current',
  '/v1/console/session',
  '/v1/console/sessions',
  '/v1/console/password',
];
const rows = withKey.flatMap(({ method, path, operation: { security = [] } }) => {
  const needed = security.find((scheme) => 'operatorSession' in scheme)?.['operatorSession'];
  return OF_THE_SESSION.includes(path) ? [] : ROLES.map((role) => [role, method, path, needed?.[0]] as const);
});
const address = (path: string) => path.replaceAll(/\{\w+\}/g, () => randomUUID());

describe('the role of an operator', () => {
  it('applies to every operation that takes a key', () => {
    expect(operations).toHaveLength(documentedRoutes.length);
    const ofTheSession = withKey.filter(({ path }) => OF_THE_SESSION.includes(path));
    expect(rows).toHaveLength((withKey.length - ofTheSession.length) * ROLES.length);
    for (const [, method, path, needed] of rows)
      expect(Object.keys(HOLDERS), `${method} ${path}`).toContain(needed);
    for (const {
      method,
      path,
      operation: { security = [] },
    } of withKey) {
      const ofSession = security.flatMap(({ operatorSession: one }) => (one === undefined ? [] : [one]));
      const ofCookie = security.flatMap(({ consoleSession: one }) => (one === undefined ? [] : [one]));
      expect(ofCookie, `${method} ${path}`).toEqual(ofSession);
      expect(ofCookie).toHaveLength(1);
    }
  });

  it.each(rows)('%s: %s %s needs %s', async (role, method, path, needed = '') => {
    const sent = method === 'GET' ? {} : { rawBody: '{' };
    for (const client of [sessions[role], testSessions[role], cookies[role]]) {
      const answer = await client.send(method, address(path), sent);
      if (HOLDERS[needed]?.includes(role)) expect([401, 403, 429]).not.toContain(answer.status);
      else expect(expectProblem(answer, 'insufficient_permission')['detail']).toContain(needed);
    }
  });

  it.each(ROLES)(
    '%s: a penalty is overridden by an admin alone, before the booking is looked up',
    async (role) => {
      const body = { state: 'cancelled', penalty: { kind: 'waive' } };
      const answer = await sessions[role].send('PATCH', `/v1/bookings/${randomUUID()}`, { body });
      if (role === 'admin') expect(answer.status).toBe(200);
      else expectProblem(answer, 'insufficient_permission');
    },
  );

  it('reaches the services as permissions, for the live side or the sandbox', async () => {
    await sessions.front_desk.get('/v1/bookings');
    await testSessions.viewer.get('/v1/bookings');
    const calls = (stubs.calls.get('list-bookings') ?? []).slice(-2).map(({ ctx }) => ctx);
    expect(calls).toMatchObject([
      {
        tenantId: tenant.id,
        livemode: true,
        caller: { kind: 'operator', permissions: ['read', 'book', 'house'] },
      },
      { tenantId: tenant.sandboxId, livemode: false, caller: { kind: 'operator', permissions: ['read'] } },
    ]);
  });
});

describe('an operator', () => {
  const pathOf = (id: string) => `/admin/v1/tenants/${tenant.id}/operators/${id}`;

  it('is a manager without a name unless given, and listed with both', async () => {
    const body = { email: `${randomUUID()}@hotel.example`, password: 'correct horse battery' };
    const made = await gateway.admin.post(`/admin/v1/tenants/${tenant.id}/operators`, body);
    expect(made.body).toMatchObject({ name: null, role: 'manager' });
    const named = { ...body, email: `${randomUUID()}@hotel.example`, name: 'Ada Lovelace', role: 'viewer' };
    expect((await gateway.admin.post(`/admin/v1/tenants/${tenant.id}/operators`, named)).body).toMatchObject({
      name: 'Ada Lovelace',
      role: 'viewer',
    });
    const listed = await gateway.admin.get(`/admin/v1/tenants/${tenant.id}/operators?limit=100`);
    expect(listed.body['operators']).toContainEqual(
      expect.objectContaining({ email: named.email, name: 'Ada Lovelace', role: 'viewer' }),
    );
    for (const wrong of [{ role: 'owner' }, { role: null }, { name: '' }, { name: 'x'.repeat(101) }])
      expectProblem(
        await gateway.admin.post(`/admin/v1/tenants/${tenant.id}/operators`, { ...named, ...wrong }),
        'validation_failed',
      );
  });

  it('has another role at once, in the sessions that are open, and it is in the audit trail', async () => {
    const operator = await makeOperator(gateway, tenant.id, { role: 'front_desk', name: 'Bob' });
    const session = await signIn(gateway, operator);
    const patch = () => session.send('PATCH', `/v1/bookings/${randomUUID()}`, { body: { notes: 'x' } });
    expect((await patch()).status).toBe(200);
    const changed = await gateway.admin.send('PATCH', pathOf(operator.id), {
      body: { role: 'viewer', name: null },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      id: operator.id,
      email: operator.email,
      role: 'viewer',
      name: null,
    });
    expectProblem(await patch(), 'insufficient_permission');
    expect((await session.get('/v1/bookings')).status).toBe(200);
    const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=operator.changed`);
    expect(audit.body['entries']).toMatchObject([
      {
        target: { kind: 'operator', id: operator.id },
        changes: [
          { field: 'name', before: 'Bob', after: null },
          { field: 'role', before: 'front_desk', after: 'viewer' },
        ],
      },
    ]);
  });

  it('is changed under its own tenant alone, and by something', async () => {
    const operator = await makeOperator(gateway, tenant.id);
    const stranger = await makeTenant(gateway);
    const change = (path: string, body: object) => gateway.admin.send('PATCH', path, { body });
    const elsewhere = `/admin/v1/tenants/${stranger.id}/operators/${operator.id}`;
    expectProblem(await change(elsewhere, { role: 'admin' }), 'operator_not_found');
    expectProblem(await change(pathOf(randomUUID()), { role: 'admin' }), 'operator_not_found');
    for (const body of [{}, { role: 'owner' }, { role: null }, { name: '' }])
      expectProblem(await change(pathOf(operator.id), body), 'validation_failed');
  });

  it('is named in the history of a booking, by the e-mail address where it has no name', async () => {
    const [named, unnamed] = [
      await makeOperator(gateway, tenant.id, { name: 'Ada Lovelace' }),
      await makeOperator(gateway, tenant.id),
    ];
    const entryOf = (kind: string, id: string | null) => ({ actor: { kind, id, label: null } });
    const gone = randomUUID();
    stubs.answer('list-history', {
      ok: true,
      value: {
        entries: [
          entryOf('operator', named.id),
          entryOf('operator', unnamed.id),
          entryOf('operator', gone),
          entryOf('system', null),
        ],
        nextAfter: null,
      },
    });
    const history = await tenant.secret.get(`/v1/bookings/${randomUUID()}/history`);
    expect(history.body['entries']).toMatchObject([
      { actor: { id: named.id, label: 'Ada Lovelace' } },
      { actor: { id: unnamed.id, label: unnamed.email } },
      { actor: { id: gone, label: null } },
      { actor: { kind: 'system', label: null } },
    ]);
    const other = await makeTenant(gateway);
    const elsewhere = await other.secret.get(`/v1/bookings/${randomUUID()}/history`);
    expect(elsewhere.body['entries']).toMatchObject([{ actor: { label: null } }, {}, {}, {}]);
  });
});
