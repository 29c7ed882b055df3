// Guarantees of the doctor: what is broken is named with what helps, and what a developer wants is no mistake on their machine.
import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';
import { areAdjacent } from './examine-services.ts';
import type { Finding } from './finding.ts';
import type { DeploymentSnapshot, Reachable } from './snapshot.ts';

const check = (name: string, required = false) => ({ name, required, ok: true, error: null });

function service(name: string, fields: Partial<Reachable> = {}): Reachable {
  return {
    service: name,
    reachable: true,
    why: null,
    clockSkewMs: 0,
    version: '1.4.0',
    startedAt: '2026-11-20T10:00:00.000Z',
    now: '2026-11-20T12:00:00.000Z',
    ready: true,
    checks: [check('postgres', true)],
    database: {
      clockSkewMs: 0,
      migrations: [{ source: name, known: 1, applied: 1, latest: '0001_x.sql', pending: [] }],
    },
    facts: { weakSecrets: null },
    ...fields,
  };
}

type Backlog = DeploymentSnapshot['backlog']['services'][number];

const backlog = (name: string, fields: Partial<Backlog> = {}): Backlog => ({
  service: name,
  outbox: { waiting: 0, oldestAt: null, lagSeconds: 0, failure: null },
  stream: { name: 'EVT_X', messages: 1, bytes: 1, replicas: 3, maxAgeSeconds: 1, discard: 'new' },
  consumers: [],
  deadLetters: { open: 0, oldestAt: null },
  broker: { version: '2.12.0', maxPayloadBytes: 10_485_760, failure: null },
  ...fields,
});

const noQuorum = { version: '2.12.0', maxPayloadBytes: 10_485_760, failure: 'timeout' };

const gateway = (publicUrl: string, fields: Partial<Reachable> = {}) =>
  service('gateway', { checks: [check('redis')], facts: { publicUrl, weakSecrets: null }, ...fields });

const answered = {
  url: 'https://api.lodging.example/v1/ping',
  failure: null,
  tookMs: 3,
  clockSkewMs: 0,
  certificateEndsAt: Temporal.Instant.from('2026-12-20T12:00:00Z'),
};
const certificateUntil = (at: string) =>
  snapshot({ publicApi: { ...answered, certificateEndsAt: Temporal.Instant.from(at) } });

function snapshot(fields: Partial<DeploymentSnapshot> = {}): DeploymentSnapshot {
  return {
    adminUrl: 'https://admin.lodging.example',
    health: {
      status: 'ok',
      now: '2026-11-20T12:00:00.000Z',
      services: [gateway('https://api.lodging.example'), service('reservations')],
    },
    backlog: { services: [backlog('reservations')], unreachable: [] },
    publicApi: answered,
    tenants: [],
    moreTenants: false,
    tenantsFailure: null,
    unpaid: [],
    clockSkewMs: 0,
    now: Temporal.Instant.from('2026-11-20T12:00:00Z'),
    ...fields,
  };
}

const withServices = (...services: DeploymentSnapshot['health']['services']) =>
  snapshot({
    health: { ...snapshot().health, services: [gateway('https://api.lodging.example'), ...services] },
  });

const redisAway = snapshot({
  health: {
    ...snapshot().health,
    services: [
      gateway('https://api.lodging.example', {
        checks: [{ name: 'redis', required: false, ok: false, error: 'gone' }],
      }),
      service('reservations'),
    ],
  },
});

const bad = (seen: DeploymentSnapshot): Finding[] => diagnose(seen).filter(({ level }) => level !== 'ok');

describe('a deployment in which all is well', () => {
  it('has nothing but good findings, each with no remedy', () => {
    expect(bad(snapshot())).toEqual([]);
    expect(diagnose(snapshot()).every(({ remedy }) => remedy === null)).toBe(true);
  });
});

describe('what is broken', () => {
  it.each<[string, DeploymentSnapshot, string, RegExp]>([
    [
      'a service that is away',
      withServices({ service: 'payments', reachable: false, why: 'no instance is connected to NATS' }),
      'fail',
      /payments is unreachable: no instance/,
    ],
    [
      'a backlog that is not known',
      snapshot({
        backlog: {
          services: [backlog('reservations')],
          unreachable: [{ service: 'payments', why: 'no answer' }],
        },
      }),
      'fail',
      /The backlog of payments is not known: no answer/,
    ],
    [
      'JetStream without a quorum, while events wait',
      snapshot({
        backlog: { services: [backlog('payments', { stream: null, broker: noQuorum })], unreachable: [] },
      }),
      'fail',
      /JetStream does not answer payments: timeout/,
    ],
    ['no stream at all', snapshot({ backlog: { services: [], unreachable: [] } }), 'fail', /No stream/],
    [
      'a service that is not ready',
      withServices(
        service('inventory', { checks: [{ name: 'postgres', required: true, ok: false, error: 'gone' }] }),
      ),
      'fail',
      /inventory is not ready: postgres \(gone\)/,
    ],
    [
      'a database that answers and cannot commit',
      withServices(
        service('reservations', {
          checks: [
            check('postgres', true),
            { name: 'writes', required: false, ok: false, error: 'no answer within 2.5 s' },
          ],
        }),
      ),
      'fail',
      /reservations cannot commit to its database: no answer within 2\.5 s/,
    ],
    [
      'versions far apart',
      withServices(service('inventory', { version: '1.2.0' })),
      'fail',
      /2 versions: 1\.2\.0, 1\.4\.0/,
    ],
    ['a rollout', withServices(service('inventory', { version: '1.5.0' })), 'warn', /2 versions/],
    [
      'a migration that was not run',
      withServices(
        service('inventory', {
          database: {
            clockSkewMs: 0,
            migrations: [
              { source: 'inventory', known: 2, applied: 1, latest: '0001_x.sql', pending: ['0002_y.sql'] },
            ],
          },
        }),
      ),
      'fail',
      /inventory has pending migrations: 0002_y\.sql/,
    ],
    [
      'a clock that is ahead',
      withServices(service('inventory', { clockSkewMs: 1_200 })),
      'warn',
      /inventory is 1\.2 s ahead/,
    ],
    [
      'a clock that is far behind',
      withServices(service('inventory', { clockSkewMs: -9_000 })),
      'fail',
      /inventory is 9\.0 s behind/,
    ],
    [
      'mail that goes nowhere',
      withServices(
        service('notifications', {
          checks: [{ name: 'mail', required: false, ok: false, error: 'refused' }],
          facts: { mailServer: 'smtp:25', weakSecrets: null },
        }),
      ),
      'fail',
      /smtp:25 does not accept mail \(refused\)/,
    ],
    [
      'a provider key that is refused',
      withServices(
        service('payments', {
          checks: [
            {
              name: 'provider-live-key',
              required: false,
              ok: false,
              error: 'the provider rejects the key',
            },
          ],
          facts: { lastNotificationAt: '2026-11-20T11:00:00Z', weakSecrets: null },
        }),
      ),
      'fail',
      /live key failed: the provider rejects the key/,
    ],
    [
      'a provider that does not answer',
      withServices(
        service('payments', {
          checks: ['live', 'test'].map((mode) => ({
            name: `provider-${mode}-key`,
            required: false,
            ok: false,
            error: 'the provider does not answer',
          })),
          facts: { lastNotificationAt: '2026-11-20T11:00:00Z', weakSecrets: null },
        }),
      ),
      'fail',
      /The payment provider does not answer payments/,
    ],
    [
      'refunds that do not reach payments',
      withServices(
        service('reservations', {
          facts: { refundsOwed: 2, oldestOwedRefundSeconds: 600, weakSecrets: null },
        }),
      ),
      'warn',
      /2 refunds not yet accepted by payments, the oldest for 10 min/,
    ],
    [
      'automatic refunds that wait for the next hour',
      withServices(
        service('payments', {
          facts: { lastNotificationAt: '2026-11-20T11:00:00Z', refundsStopped: 3, weakSecrets: null },
        }),
      ),
      'warn',
      /3 automatic refunds postponed to the next hour/,
    ],
    [
      'calendars that cannot be read',
      withServices(
        service('channels', {
          facts: {
            connections: 4,
            failing: 2,
            doubted: 0,
            stale: 0,
            failingTenants: null,
            weakSecrets: null,
          },
        }),
      ),
      'warn',
      /2 of 4 feeds cannot be read/,
    ],
    [
      'a secret that opens nothing',
      withServices(
        service('channels', {
          checks: [
            {
              name: 'seals',
              required: false,
              ok: false,
              error: 'FEED_SECRET does not decrypt what is stored',
            },
          ],
        }),
      ),
      'fail',
      /channels: FEED_SECRET does not decrypt what is stored/,
    ],
    [
      'a guessable secret',
      withServices(service('channels', { facts: { weakSecrets: 'FEED_SECRET' } })),
      'fail',
      /channels has a default or guessable FEED_SECRET/,
    ],
    [
      'a development setting on the internet',
      withServices(service('channels', { facts: { allowsLocalhost: true, weakSecrets: null } })),
      'fail',
      /CHANNELS_ALLOW_LOCALHOST is set/,
    ],
    [
      'an outbox that is late',
      snapshot({
        backlog: {
          services: [
            backlog('payments', {
              outbox: { waiting: 3, oldestAt: '2026-11-20T11:58:00Z', lagSeconds: 120, failure: null },
            }),
          ],
          unreachable: [],
        },
      }),
      'fail',
      /payments: 3 events in the outbox, the oldest for 2 min/,
    ],
    [
      'an outbox of which the reason is known, before it is late',
      snapshot({
        backlog: {
          services: [
            backlog('payments', {
              outbox: { waiting: 3, oldestAt: '2026-11-20T11:59:48Z', lagSeconds: 12, failure: 'no storage' },
            }),
          ],
          unreachable: [],
        },
      }),
      'fail',
      /payments: 3 events in the outbox, the oldest for 12 s; publishing fails: no storage/,
    ],
    [
      'dead letters',
      snapshot({
        backlog: {
          services: [backlog('payments', { deadLetters: { open: 1, oldestAt: null } })],
          unreachable: [],
        },
      }),
      'warn',
      /payments: 1 dead letter\./,
    ],
    [
      'a stream that is not there',
      snapshot({ backlog: { services: [backlog('payments', { stream: null })], unreachable: [] } }),
      'fail',
      /The stream of payments is missing/,
    ],
    [
      'a tenant that cannot be paid',
      {
        ...withServices(
          service('payments', { facts: { lastNotificationAt: '2026-11-20T11:00:00Z', weakSecrets: null } }),
        ),
        unpaid: ['seeblick'],
      },
      'warn',
      /1 tenant without a payment account: seeblick/,
    ],
    [
      'tenants that are not known',
      {
        ...withServices(
          service('payments', { facts: { lastNotificationAt: '2026-11-20T11:00:00Z', weakSecrets: null } }),
        ),
        tenantsFailure: 'The service cannot answer at the moment.',
      },
      'fail',
      /The tenants cannot be read: The service cannot answer/,
    ],
    ['Redis away', redisAway, 'fail', /Redis does not answer \(gone\): each process of the gateway/],
    [
      'a certificate that ends within two weeks',
      certificateUntil('2026-12-03T12:00:00Z'),
      'warn',
      /api.lodging.example serves one that ends at 2026-12-03T12:00:00Z/,
    ],
    [
      'a certificate that ends within two days',
      certificateUntil('2026-11-22T11:00:00Z'),
      'fail',
      /ends at 2026-11-22T11:00:00Z/,
    ],
    [
      'a certificate that has ended',
      certificateUntil('2026-11-20T11:00:00Z'),
      'fail',
      /ended at 2026-11-20T11:00:00Z/,
    ],
    [
      'an unreachable address',
      snapshot({
        publicApi: {
          ...answered,
          failure: 'does not answer in time',
          clockSkewMs: null,
          certificateEndsAt: null,
        },
      }),
      'fail',
      /does not answer in time/,
    ],
  ])('%s', (_what, seen, level, message) => {
    const findings = bad(seen);
    expect(findings, JSON.stringify(findings)).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      level,
      message: expect.stringMatching(message),
      remedy: expect.any(String),
    });
  });
});

describe('a copy on the machine of its developer', () => {
  it('may have what would be a mistake on the internet', () => {
    const local = {
      ...withServices(
        service('channels', { facts: { allowsLocalhost: true, connections: 0, weakSecrets: null } }),
      ),
      adminUrl: 'http://127.0.0.1:8081',
    };
    const services = [gateway('http://127.0.0.1:8080'), ...local.health.services.slice(1)];
    const backlogs = {
      services: [
        backlog('reservations', {
          stream: { name: 'EVT_X', messages: 0, bytes: 0, replicas: 1, maxAgeSeconds: 1, discard: 'new' },
        }),
      ],
      unreachable: [],
    };
    expect(bad({ ...local, health: { ...local.health, services }, backlog: backlogs })).toEqual([]);
  });

  it('reports a loopback PUBLIC_URL when the admin API is remote', () => {
    const seen = snapshot();
    const services = [gateway('http://localhost:8080'), ...seen.health.services.slice(1)];
    const found = bad({ ...seen, health: { ...seen.health, services } });
    expect(found.map(({ check: name }) => name)).toEqual(['PUBLIC_URL']);
  });
});

it.each([
  [['1.4.0', '1.5.2'], true],
  [['1.4.0', '1.6.0'], false],
  [['1.9.0', '2.0.0'], false],
  [['main-3f2a', '1.4.0'], true],
])('takes %s for neighbours: %s', (versions, adjacent) => {
  expect(areAdjacent(versions)).toBe(adjacent);
});
