import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  backlogOverview,
  deadLetterList,
  feedList,
  healthOverview,
  deadLetterDetailResponse,
  webhookEndpointStatsList,
} from '@lodging/contract-public';
import type { BacklogReport, HealthReport } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letter } from './dead-letter.ts';
import { expectProblem } from './expect-problem.ts';
import { makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

const SERVICES = ['inventory', 'reservations', 'payments', 'notifications'];
/** Has no responder on NATS, as if no process of it ran. */
const UNREACHABLE = 'channels';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;

const ago = (seconds: number): string => Temporal.Now.instant().subtract({ seconds }).toString();

const health = (fields: Partial<HealthReport> = {}): HealthReport => ({
  version: '1.0.0',
  startedAt: ago(60),
  now: ago(0),
  ready: true,
  checks: [{ name: 'postgres', required: true, ok: true, error: null }],
  database: { clockSkewMs: 0, migrations: [] },
  facts: {},
  ...fields,
});
const backlog: BacklogReport = {
  outbox: { waiting: 2, oldestAt: ago(9), lagSeconds: 9, failure: null },
  stream: null,
  consumers: [],
  deadLetters: { open: 0, oldestAt: null },
  broker: { version: '2.12.0', maxPayloadBytes: 10_485_760, failure: null },
};

beforeAll(async () => {
  const opsOperations = [
    'report-health',
    'report-backlog',
    'list-dead-letters',
    'read-dead-letter',
    'replay-dead-letter',
  ];
  const without = opsOperations.map((name) => `${UNREACHABLE}.${name}`);
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices({ without })]);
  tenant = await makeTenant(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

/** A function, because an answer holds the time at which it is given. */
const answerAll = (name: string, answering: (service: string) => object) => {
  for (const service of SERVICES) stubs.answer(`${service}.${name}`, () => ok(answering(service)));
};

describe('health and backlog', () => {
  it('reports every service and the gateway itself, and names an unreachable service', async () => {
    answerAll('report-health', () => health());
    const answer = await gateway.admin.get('/admin/v1/health');
    expect(answer.status, answer.text).toBe(200);
    const { status, services } = healthOverview.parse(answer.body);
    expect(status).toBe('degraded');
    expect(services.map(({ service }) => service).toSorted()).toEqual(
      ['gateway', UNREACHABLE, ...SERVICES].toSorted(),
    );
    const own = services.find(({ service }) => service === 'gateway');
    expect(own).toMatchObject({ ready: true, facts: { publicUrl: 'https://api.lodging.example' } });
    expect(services.find(({ service }) => service === UNREACHABLE)).toEqual({
      service: UNREACHABLE,
      reachable: false,
      why: 'no instance is connected to NATS',
    });
  });

  it('reports a clock that is ahead', async () => {
    const later = ago(-60);
    answerAll('report-health', (service) => health(service === 'payments' ? { now: later } : {}));
    const { services } = healthOverview.parse((await gateway.admin.get('/admin/v1/health')).body);
    const skewOf = (name: string) =>
      services.find(({ service }) => service === name) as { clockSkewMs: number };
    expect(skewOf('payments').clockSkewMs).toBeGreaterThan(50_000);
    expect(skewOf('inventory').clockSkewMs).toBe(0);
  });

  it('reports the backlog of the services that answer', async () => {
    answerAll('report-backlog', () => backlog);
    const answer = await gateway.admin.get('/admin/v1/outbox');
    const { services, unreachable } = backlogOverview.parse(answer.body);
    expect(services.map(({ service }) => service).toSorted()).toEqual(SERVICES.toSorted());
    expect(services[0]?.outbox).toMatchObject({ waiting: 2, lagSeconds: 9 });
    expect(unreachable).toEqual([{ service: UNREACHABLE, why: expect.any(String) }]);
  });
});

describe('dead letters', () => {
  it('are one paged list over all services, oldest first', async () => {
    const of: Record<string, ReturnType<typeof letter>[]> = {
      inventory: [letter(ago(500)), letter(ago(200))],
      reservations: [letter(ago(400)), letter(ago(100))],
      payments: [letter(ago(300))],
      notifications: [],
    };
    for (const service of SERVICES) {
      stubs.answer(`${service}.list-dead-letters`, ((request: {
        limit: number;
        after: { createdAt: string } | null;
      }) => {
        const after = request.after?.createdAt ?? '';
        const rest = (of[service] ?? []).filter(({ diedAt }) => diedAt > after);
        return ok({ deadLetters: rest.slice(0, request.limit + 1) });
      }) as never);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = cursor === null ? '' : `&cursor=${cursor}`;
      const page = deadLetterList.parse(
        (await gateway.admin.get(`/admin/v1/dead-letters?limit=2${query}`)).body,
      );
      expect(page.unreachable).toEqual([{ service: UNREACHABLE, why: expect.any(String) }]);
      seen.push(...page.deadLetters.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const all = Object.values(of)
      .flat()
      .toSorted((one, other) => (one.diedAt < other.diedAt ? -1 : 1));
    expect(seen).toEqual(all.map(({ id }) => id));
    const one = deadLetterList.parse(
      (await gateway.admin.get('/admin/v1/dead-letters?service=payments')).body,
    );
    expect(one).toMatchObject({ deadLetters: [{ service: 'payments' }], unreachable: [] });
  });

  it('refuse invalid filters, limits and cursors', async () => {
    for (const query of ['service=gateway', 'service=x', 'limit=0', 'limit=101', 'includeReplayed=1']) {
      expectProblem(await gateway.admin.get(`/admin/v1/dead-letters?${query}`), 'validation_failed');
    }
    expectProblem(await gateway.admin.get('/admin/v1/dead-letters?cursor=x'), 'invalid_cursor');
  });

  it('are shown and replayed by the service that keeps them', async () => {
    const kept = { ...letter(ago(5)), sizeBytes: 90, envelope: null };
    const path = `/admin/v1/dead-letters/${kept.id}`;
    for (const service of SERVICES) {
      const missing = refuse('dead_letter_not_found', 'There is no such dead letter.');
      stubs.answer(`${service}.read-dead-letter`, service === 'payments' ? ok(kept) : missing);
      stubs.answer(
        `${service}.replay-dead-letter`,
        service === 'payments' ? ok({ ...kept, replayRequestedAt: ago(0) }) : missing,
      );
    }
    expect(deadLetterDetailResponse.parse((await gateway.admin.get(path)).body)).toMatchObject({
      service: 'payments',
      sizeBytes: 90,
    });
    const replayed = await gateway.admin.post(`${path}/replay`);
    expect(replayed.status, replayed.text).toBe(202);
    const gone = refuse('dead_letter_already_replayed', 'The message has had its effect since.');
    stubs.answer('payments.replay-dead-letter', gone);
    expectProblem(await gateway.admin.post(`${path}/replay`), 'dead_letter_already_replayed');
  });

  it('that no service has are 404, or 503 while a service is unreachable', async () => {
    const missing = refuse('dead_letter_not_found', 'There is no such dead letter.');
    for (const service of SERVICES) stubs.answer(`${service}.read-dead-letter`, missing);
    const path = `/admin/v1/dead-letters/${randomUUID()}`;
    const problem = expectProblem(await gateway.admin.get(path), 'service_unavailable');
    expect(problem['detail']).toContain(UNREACHABLE);
    expectProblem(await gateway.admin.get('/admin/v1/dead-letters/x'), 'dead_letter_not_found');
  });
});

describe('the integrations of a tenant', () => {
  const connection = {
    id: randomUUID(),
    channel: 'ical',
    feedUrl: 'https://calendar.example/***.ics',
    status: 'error',
    createdAt: '2026-11-01T00:00:00.000Z',
    lastSyncAt: '2026-11-20T00:00:00.000Z',
    lastSuccessAt: '2026-11-19T00:00:00.000Z',
    lastError: 'The name in the address does not exist.',
    eventCount: 3,
    nextSyncAt: '2026-11-20T01:00:00.000Z',
    failingSince: '2026-11-19T00:00:00.000Z',
    quarantine: null,
    listings: 1,
    blocks: 3,
  };
  const of = (path: string) => `/admin/v1/tenants/${tenant.id}${path}`;

  it('are its feeds, with the time since which one fails', async () => {
    stubs.answer('list-connections', ok({ connections: [connection], nextAfter: null }));
    const { feeds } = feedList.parse((await gateway.admin.get(of('/feeds'))).body);
    expect(feeds).toEqual([connection]);
    await gateway.admin.get(of('/feeds?mode=test'));
    const calls = stubs.calls.get('list-connections') ?? [];
    expect(calls.map(({ ctx }) => ctx.tenantId)).toEqual([tenant.id, tenant.sandboxId]);
    stubs.answer('sync-connection', ok(connection));
    expect((await gateway.admin.post(of(`/feeds/${connection.id}/sync`))).status).toBe(202);
    expectProblem(await gateway.admin.post(of('/feeds/x/sync')), 'connection_not_found');
    expectProblem(await gateway.admin.get(`/admin/v1/tenants/${randomUUID()}/feeds`), 'tenant_not_found');
  });

  it('are its webhook endpoints and its payment account', async () => {
    stubs.answer('survey-webhook-endpoints', ok({ webhookEndpoints: [] }));
    expect(webhookEndpointStatsList.parse((await gateway.admin.get(of('/webhooks'))).body)).toEqual({
      webhookEndpoints: [],
    });
    const account = { provider: 'stripe', accountId: 'acct_1', redirectOrigins: [] };
    stubs.answer('read-payment-account', ok(account));
    expect((await gateway.admin.get(of('/payment-account?mode=test'))).body).toEqual({
      mode: 'test',
      ...account,
    });
  });
});

it('docs/admin-api.md describes exactly the admin routes', async () => {
  const { adminRoutes } = await import('../src/inbound/admin/routes.ts');
  const page = await readFile(new URL('../../../docs/admin-api.md', import.meta.url), 'utf8');
  const described = [
    ...page.matchAll(/^\| `(GET|POST|PUT|PATCH|DELETE) (\/[^`?]*)[^`]*` \| (\d+) \| (\w+) \|/gm),
  ];
  const rows = described.map(
    ([, method, path, status, scope]) => `${method} /admin/v1${path} ${status} ${scope}`,
  );
  const served = adminRoutes.map(({ method, path, status, scope }) => `${method} ${path} ${status} ${scope}`);
  expect(rows.toSorted()).toEqual(served.toSorted());
});
