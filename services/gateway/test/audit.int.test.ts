import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { refuse } from '@lodging/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminRoutes } from '../src/inbound/admin/routes.ts';
import { createAuditRepository } from '../src/outbound/audit/audit-repository.ts';
import { letter } from './dead-letter.ts';
import { CONNECTION, PARKED } from './audited.ts';
import type { Entry } from './audited.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeOperator, makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let admin: HttpClient;
let tenant: TestTenant;
let db: Database;
let owner: Database;

const open = (url: string) => openDatabase({ url, schema: 'gateway', log: gateway.log, maxConnections: 2 });

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  admin = gateway.admin;
  db = open(gateway.postgresUrl);
  owner = open(gateway.postgresOwnerUrl);
});

beforeEach(async () => {
  tenant = await makeTenant(gateway);
});

afterAll(async () => {
  await db.close();
  await owner.close();
  await gateway.stop();
  await stubs.stop();
});

const AUDIT = '/admin/v1/audit';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const root = { kind: 'admin_token', id: 'root', name: 'root' };
const tenantPath = (tail = '') => `/admin/v1/tenants/${tenant.id}${tail}`;

async function entries(query = ''): Promise<Entry[]> {
  const answer = await admin.get(`${AUDIT}?limit=100&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body['entries'] as Entry[];
}

const ofTenant = (query = '') => entries(`tenantId=${tenant.id}&${query}`);
const requestIdOf = ({ headers }: Answer) => headers.get('x-request-id');
const changesOf = (entry: Entry | undefined) =>
  Object.fromEntries((entry?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]));
const raw = async (database: Database, sql: string, values: unknown[] = []) =>
  database.acrossTenants((tx) => tx.query(sql, values));
/** As the owner of the schema, in a statement of its own. */
const asOwner = (sql: string) => owner.inTenant(tenant.id, (tx) => tx.query(sql));

describe('the admin API', () => {
  type Act = () => Promise<Answer>;
  const made = async (path: string, body: object) => String((await admin.post(path, body)).body['id']);
  const key = () => made(tenantPath('/api-keys'), { kind: 'secret', mode: 'live', name: 'pms' });
  const operator = async () => (await makeOperator(gateway, tenant.id)).id;
  const makeViewer = async () =>
    admin.send('PATCH', tenantPath(`/operators/${await operator()}`), { body: { role: 'viewer' } });
  const stored = { provider: 'stripe', accountId: 'acct_2' };
  const account = { mode: 'test', ...stored };
  const rate = { fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.1', source: 'ecb' };

  const acts: Record<string, [action: string, kind: string | null, act: Act]> = {
    'POST /admin-tokens': [
      'admin_token.created',
      'admin_token',
      () => admin.post('/admin/v1/admin-tokens', { name: 'bot' }),
    ],
    'DELETE /admin-tokens/{tokenId}': [
      'admin_token.revoked',
      'admin_token',
      async () => {
        const id = await made('/admin/v1/admin-tokens', { name: 'bot' });
        return admin.send('DELETE', `/admin/v1/admin-tokens/${id}`);
      },
    ],
    'POST /tenants': [
      'tenant.created',
      'tenant',
      () => admin.post('/admin/v1/tenants', { name: 'n', slug: `t-${randomUUID()}` }),
    ],
    'PATCH /tenants/{id}': [
      'tenant.limits_changed',
      'tenant',
      () => admin.send('PATCH', tenantPath(), { body: { maxOpenHolds: 3 } }),
    ],
    'POST /tenants/{id}/suspend': [
      'tenant.suspended',
      'tenant',
      () => admin.post(tenantPath('/suspend'), { reason: 'unpaid' }),
    ],
    'POST /tenants/{id}/reinstate': [
      'tenant.reinstated',
      'tenant',
      async () => {
        await admin.post(tenantPath('/suspend'), { reason: 'unpaid' });
        return admin.post(tenantPath('/reinstate'));
      },
    ],
    'POST /tenants/{id}/sandbox/copy': [
      'sandbox.copied',
      'tenant',
      () => {
        const rest = { pricing: 3, nightlyRates: 9, restrictions: 0, cancellationPolicies: 1, taxRules: 0 };
        const copied = { roomTypes: 1, resources: 3, ratePlans: 3, ...rest };
        stubs.answer('copy-to-sandbox', { ok: true, value: copied });
        return admin.post(tenantPath('/sandbox/copy'));
      },
    ],
    'POST /tenants/{id}/api-keys': [
      'api_key.created',
      'api_key',
      () => admin.post(tenantPath('/api-keys'), { kind: 'secret', mode: 'test' }),
    ],
    'PATCH /tenants/{id}/api-keys/{keyId}': [
      'api_key.changed',
      'api_key',
      async () => admin.send('PATCH', tenantPath(`/api-keys/${await key()}`), { body: { name: 'new' } }),
    ],
    'DELETE /tenants/{id}/api-keys/{keyId}': [
      'api_key.revoked',
      'api_key',
      async () => admin.send('DELETE', tenantPath(`/api-keys/${await key()}`)),
    ],
    'POST /tenants/{id}/api-keys/{keyId}/rotate': [
      'api_key.rotated',
      'api_key',
      async () => admin.post(tenantPath(`/api-keys/${await key()}/rotate`), { graceSeconds: 60 }),
    ],
    'POST /tenants/{id}/operators': [
      'operator.created',
      'operator',
      () =>
        admin.post(tenantPath('/operators'), {
          email: `${randomUUID()}@hotel.example`,
          password: 'correct horse',
        }),
    ],
    'PATCH /tenants/{id}/operators/{operatorId}': ['operator.changed', 'operator', makeViewer],
    'DELETE /tenants/{id}/operators/{operatorId}': [
      'operator.removed',
      'operator',
      async () => admin.send('DELETE', tenantPath(`/operators/${await operator()}`)),
    ],
    'PUT /tenants/{id}/operators/{operatorId}/password': [
      'operator.password_set',
      'operator',
      async () =>
        admin.put(tenantPath(`/operators/${await operator()}/password`), { password: 'another horse' }),
    ],
    'DELETE /tenants/{id}/operators/{operatorId}/sessions': [
      'operator.signed_out',
      'operator',
      async () => admin.send('DELETE', tenantPath(`/operators/${await operator()}/sessions`)),
    ],
    'PUT /tenants/{id}/payment-account': [
      'payment_account.set',
      'payment_account',
      () => {
        stubs.answer('set-payment-account', { ok: true, value: { ...stored, redirectOrigins: [] } });
        return admin.put(tenantPath('/payment-account'), account);
      },
    ],
    'PATCH /tenants/{id}/mail-limits': [
      'tenant.mail_limits_changed',
      'tenant',
      () => {
        const limits = { mailsPerAddressHour: 10, mailsPerAddressDay: 20 };
        stubs.answer('read-mail-limits', { ok: true, value: limits });
        stubs.answer('limit-mails', { ok: true, value: { ...limits, mailsPerAddressDay: 40 } });
        const body = { mode: 'live', mailsPerAddressDay: 40 };
        return admin.send('PATCH', tenantPath('/mail-limits'), { body });
      },
    ],
    'DELETE /tenants/{id}/payment-account': [
      'payment_account.removed',
      'payment_account',
      () => {
        stubs.answer('remove-payment-account', { ok: true, value: { removed: true } });
        return admin.send('DELETE', tenantPath('/payment-account?mode=live'));
      },
    ],
    'POST /tenants/{id}/feeds/{connectionId}/sync': [
      'connection.sync_requested',
      'connection',
      () => {
        stubs.answer('sync-connection', { ok: true, value: CONNECTION });
        return admin.post(tenantPath(`/feeds/${CONNECTION.id}/sync`));
      },
    ],
    'POST /tenants/{id}/webhooks/{webhookEndpointId}/replay': [
      'webhooks.replay_requested',
      'webhook_endpoint',
      () => {
        stubs.answer('replay-webhooks', { ok: true, value: { deliveries: 2 } });
        const time = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
        return admin.post(tenantPath(`/webhooks/${randomUUID()}/replay`), time);
      },
    ],
    'PUT /fx-rates': [
      'fx_rates.set',
      null,
      () => {
        stubs.answer('put-fx-rates', (request: object) => ({ ok: true, value: request }));
        const rates = [{ ...rate, effectiveAt: '2026-11-20T09:00:00.000Z' }];
        return admin.put('/admin/v1/fx-rates', { rates });
      },
    ],
    'POST /recovery': [
      'recovery.made',
      null,
      () => {
        const none = { claimed: 0, unclaimed: [], next: null };
        for (const service of ['inventory', 'reservations', 'payments', 'channels', 'notifications']) {
          stubs.answer(`${service}.list-lost-events`, {
            ok: true,
            value: { events: [], read: 0, next: null },
          });
          stubs.answer(`${service}.recover`, { ok: true, value: { resent: 0, ...none } });
        }
        return admin.post('/admin/v1/recovery', { since: '2026-11-20T09:00:00Z' });
      },
    ],
    'POST /recovery/claims': [
      'claim.repaired',
      'booking',
      () => {
        stubs.answer('repair-claim', { ok: true, value: { claim: 'released' } });
        return admin.post('/admin/v1/recovery/claims', { tenantId: tenant.id, bookingId: randomUUID() });
      },
    ],
    'POST /dead-letters/{deadLetterId}/replay': [
      'dead_letter.replay_requested',
      'dead_letter',
      () => {
        answerAsOwner('replay-dead-letter', DEAD_LETTER);
        return admin.post(`/admin/v1/dead-letters/${DEAD_LETTER.id}/replay`);
      },
    ],
    'POST /dead-letters/{deadLetterId}/dismiss': [
      'dead_letter.dismissed',
      'dead_letter',
      () => {
        answerAsOwner('dismiss-dead-letter', { ...DEAD_LETTER, dismissedReason: 'a test' });
        return admin.post(`/admin/v1/dead-letters/${DEAD_LETTER.id}/dismiss`, { reason: 'a test' });
      },
    ],
    'POST /parked-notifications/dismiss': [
      'parked_notification.dismissed',
      'provider_event',
      () => {
        stubs.answer('dismiss-parked-notification', { ok: true, value: PARKED });
        const body = { eventId: PARKED.eventId, reason: 'a test' };
        return admin.post('/admin/v1/parked-notifications/dismiss', body);
      },
    ],
  };
  const changing = adminRoutes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/admin/v1', '')}`);

  it.each(changing)(
    '%s leaves one entry, with who did it, from where and with which request',
    async (route) => {
      const [action, kind, act] = acts[route] ?? [
        'no action is known',
        null,
        () => Promise.reject(new Error(route)),
      ];
      const answer = await act();
      expect(answer.status, answer.text).toBeLessThan(300);
      const requestId = requestIdOf(answer);
      const found = (await entries()).filter((entry) => entry.requestId === requestId);
      const isOfTenant = route.includes('/tenants/{id}') || route === 'POST /recovery/claims';
      expect(found).toEqual([
        {
          id: expect.stringMatching(UUID),
          at: expect.stringMatching(TIMESTAMP),
          actor: root,
          tenantId: isOfTenant ? tenant.id : action === 'tenant.created' ? answer.body['id'] : null,
          action,
          // The provider names its events itself.
          target:
            kind === null
              ? null
              : { kind, id: kind === 'provider_event' ? PARKED.eventId : expect.stringMatching(UUID) },
          requestId,
          address: '127.0.0.1',
          changes: expect.any(Array),
        },
      ]);
      for (const change of found[0]?.changes ?? []) {
        expect(Object.keys(change)).toEqual(['field', 'before', 'after']);
      }
    },
  );

  it('names the token that was used', async () => {
    const token = await admin.post('/admin/v1/admin-tokens', { name: 'alice' });
    const alice = new HttpClient(gateway.adminUrl, String(token.body['token']));
    await alice.post(tenantPath('/suspend'), { reason: 'fraud' });
    const [entry] = await ofTenant('action=tenant.suspended');
    expect(entry?.actor).toEqual({ kind: 'admin_token', id: token.body['id'], name: 'alice' });
    expect(changesOf(entry)).toEqual({
      suspendedAt: [null, expect.stringMatching(TIMESTAMP)],
      suspendedReason: [null, 'fraud'],
    });
  });

  it('shows what changed, before and after, and names secrets without showing them', async () => {
    const path = tenantPath('/api-keys');
    const created = await admin.post(path, {
      kind: 'secret',
      mode: 'live',
      name: 'pms',
      permissions: ['read'],
    });
    const id = String(created.body['id']);
    await admin.send('PATCH', `${path}/${id}`, { body: { permissions: ['read', 'book'], name: 'pms' } });
    const rotated = await admin.post(`${path}/${id}/rotate`, { graceSeconds: 60 });
    const person = await makeOperator(gateway, tenant.id);
    await admin.put(tenantPath(`/operators/${person.id}/password`), { password: 'another horse' });
    const token = await admin.post('/admin/v1/admin-tokens', { name: 'bob' });
    const byAction = new Map((await ofTenant()).map((entry) => [entry.action, entry]));
    expect(changesOf(byAction.get('api_key.changed'))).toEqual({
      permissions: [['read'], ['read', 'book']],
    });
    expect(changesOf(byAction.get('api_key.rotated'))).toEqual({
      key: ['set', 'set'],
      graceSeconds: [null, 60],
    });
    expect(changesOf(byAction.get('operator.created'))).toEqual({
      email: [null, person.email],
      name: [null, null],
      role: [null, 'manager'],
      password: [null, 'set'],
    });
    expect(changesOf(byAction.get('operator.password_set'))).toMatchObject({ password: ['set', 'set'] });
    const { text } = await admin.get(`${AUDIT}?limit=100`);
    const secrets = [created.body['key'], rotated.body['key'], token.body['token'], person.password];
    for (const secret of [...secrets, 'another horse', '$argon2id$']) {
      expect(text).not.toContain(String(secret).slice(-20));
    }
    const stored = JSON.stringify(await raw(db, 'SELECT e::text FROM audit_entries e'));
    for (const secret of secrets) expect(stored).not.toContain(String(secret).slice(-20));
  });

  it('leaves no entry of what was refused or changed nothing', async () => {
    const before = await ofTenant();
    await admin.post(tenantPath('/api-keys'), { kind: 'nonsense' });
    await admin.send('DELETE', tenantPath(`/api-keys/${randomUUID()}`));
    await admin.post(tenantPath('/reinstate'));
    await admin.send('PATCH', tenantPath(), { body: {} });
    await admin.send('DELETE', tenantPath(`/operators/${randomUUID()}`));
    stubs.answer('set-payment-account', refuse('validation_failed', 'Not allowed.'));
    await admin.put(tenantPath('/payment-account'), account);
    expect(await ofTenant()).toEqual(before);
    expect(await raw(db, 'SELECT id FROM audit_intents')).toEqual([]);
  });

  it('changes nothing where the entry cannot be written', async () => {
    await asOwner('REVOKE INSERT ON audit_entries FROM gateway_app, gateway_job');
    try {
      const answers = await Promise.all([
        admin.post(tenantPath('/api-keys'), { kind: 'secret', mode: 'live', name: 'unrecorded' }),
        admin.post(tenantPath('/suspend'), { reason: 'unrecorded' }),
        admin.post('/admin/v1/admin-tokens', { name: 'unrecorded' }),
        admin.post(tenantPath('/operators'), { email: 'unrecorded@x.example', password: 'correct horse' }),
      ]);
      for (const { status } of answers) expect(status).toBe(500);
    } finally {
      await asOwner('GRANT INSERT ON audit_entries TO gateway_app, gateway_job');
    }
    for (const path of [
      tenantPath(),
      tenantPath('/api-keys'),
      tenantPath('/operators'),
      '/admin/v1/admin-tokens',
    ]) {
      expect((await admin.get(path)).text).not.toContain('unrecorded');
    }
  });
});

const DEAD_LETTER = letter('2026-11-20T09:00:00.000000Z');

describe('the trail', () => {
  it('is newest first, and paged without gaps or repeats', async () => {
    const all = await ofTenant();
    expect(all.length).toBeGreaterThanOrEqual(4);
    const order = all.map(({ at, id }) => `${at} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
    const seen: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: Answer = await admin.get(`${AUDIT}?tenantId=${tenant.id}&limit=2${next}`);
      seen.push(...(page.body['entries'] as Entry[]));
      cursor = page.body['nextCursor'] as string | null;
    }
    expect(seen).toEqual(all);
  });

  it('is filtered by tenant, actor, action and time', async () => {
    const stranger = await makeTenant(gateway);
    await admin.post(tenantPath('/suspend'), { reason: 'unpaid' });
    const all = await ofTenant();
    expect(all.every(({ tenantId }) => tenantId === tenant.id)).toBe(true);
    expect((await entries(`tenantId=${stranger.id}`)).map(({ tenantId }) => tenantId)).not.toContain(
      tenant.id,
    );
    expect((await entries(`tenantId=${tenant.id.toUpperCase()}`)).length).toBe(all.length);
    expect(await entries(`tenantId=${tenant.sandboxId}`)).toEqual([]);
    expect(await entries(`tenantId=${randomUUID()}`)).toEqual([]);
    for (const actor of ['root', 'admin_token']) expect(await ofTenant(`actor=${actor}`)).toEqual(all);
    expect(await ofTenant('actor=operator')).toEqual([]);
    expect((await ofTenant('action=tenant.suspended')).map(({ action }) => action)).toEqual([
      'tenant.suspended',
    ]);
    expect(await ofTenant('action=tenant.susp')).toEqual([]);
    const [newest] = all;
    expect(await ofTenant(`from=${newest?.at}`)).toContainEqual(newest);
    expect(await ofTenant(`to=${newest?.at}`)).not.toContainEqual(newest);
    expect(await ofTenant('from=2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('refuses filters that do not fit, and cursors of other lists', async () => {
    for (const [query, pointer] of [
      ['tenantId=x', '/tenantId'],
      ['actor=', '/actor'],
      [`actor=${'x'.repeat(301)}`, '/actor'],
      ['actor=a%00b', '/actor'],
      [`action=${'x'.repeat(101)}`, '/action'],
      ['from=yesterday', '/from'],
      ['to=2026-11-20', '/to'],
      ['limit=0', '/limit'],
      ['limit=101', '/limit'],
    ] as const) {
      const { errors } = expectProblem(await admin.get(`${AUDIT}?${query}`), 'validation_failed');
      expect(errors).toMatchObject([{ pointer }]);
    }
    const { body } = await admin.get('/admin/v1/tenants?limit=1');
    for (const cursor of ['x', String(body['nextCursor'])]) {
      expectProblem(await admin.get(`${AUDIT}?cursor=${cursor}`), 'invalid_cursor');
    }
    expectProblem(await new HttpClient(gateway.adminUrl, 'x').get(AUDIT), 'invalid_admin_token');
  });

  it('cannot be changed or deleted by the service, even with rights that were granted by mistake', async () => {
    const attempts = [
      `UPDATE audit_entries SET action = 'forged'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
    ];
    const asJob = (sql: string) => raw(db, sql);
    const asTenant = (sql: string) => db.inTenant(tenant.id, (tx) => tx.query(sql));
    for (const sql of attempts) {
      for (const run of [asJob, asTenant]) await expect(run(sql)).rejects.toThrow(/permission denied/);
    }
    const before = await ofTenant();
    await asOwner('GRANT UPDATE, DELETE ON audit_entries TO gateway_app, gateway_job');
    try {
      for (const sql of attempts.slice(0, 2)) {
        for (const run of [asJob, asTenant]) expect(await run(`${sql} RETURNING id`)).toEqual([]);
      }
    } finally {
      await asOwner('REVOKE UPDATE, DELETE ON audit_entries FROM gateway_app, gateway_job');
    }
    expect(await ofTenant()).toEqual(before);
  });

  it('of a tenant is seen by no other tenant’s transaction', async () => {
    const stranger = await makeTenant(gateway);
    const seen = await db.readInTenant<{ tenant_id: string }>(stranger.id, {
      name: 'audit-of-stranger',
      text: 'SELECT tenant_id FROM audit_entries',
      values: [],
    });
    expect(new Set(seen.map(({ tenant_id }) => tenant_id))).toEqual(new Set([stranger.id]));
    const forged = db.inTenant(stranger.id, (tx) =>
      tx.query(`INSERT INTO audit_entries (id, at, actor_kind, actor_id, tenant_id, action, request_id, changes)
                VALUES (gen_random_uuid(), now(), 'system', 'x', '${tenant.id}', 'forged', 'x', '[]')`),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  it('loses entries after 400 days, and none before', async () => {
    const aged = async (days: number) => {
      const sql = `INSERT INTO audit_entries (id, at, actor_kind, actor_id, tenant_id, action, request_id, changes)
        VALUES (gen_random_uuid(), now() - make_interval(days => $1), 'system', 'x', $2, 'aged', 'x', '[]')`;
      await raw(db, sql, [days, tenant.id]);
    };
    for (const days of [399, 401, 500]) await aged(days);
    const audit = createAuditRepository(db);
    const young = (await ofTenant()).filter(({ action }) => action !== 'aged');
    expect(await audit.purge()).toBe(2);
    expect(await audit.purge()).toBe(0);
    const left = await ofTenant();
    expect(left.filter(({ action }) => action === 'aged')).toHaveLength(1);
    expect(left.filter(({ action }) => action !== 'aged')).toEqual(young);
  });
});

function answerAsOwner(operation: string, value: object): void {
  const missing = refuse('dead_letter_not_found', 'None.');
  for (const service of ['inventory', 'reservations', 'channels', 'notifications'])
    stubs.answer(`${service}.${operation}`, missing);
  stubs.answer(`payments.${operation}`, { ok: true, value });
}
