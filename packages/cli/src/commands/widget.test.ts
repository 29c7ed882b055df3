import { apiKeyResponse, paymentAccountResponse } from '@lodging/contract-public';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import type { CommandResult } from '../../test/run-command.ts';
import { TENANT, TENANT_ID as ID, useAdminApi } from '../../test/use-admin-api.ts';
import { examinePage } from '../widget/examine-page.ts';

const KEY_ID = '0198f2a4-7d1c-7000-8000-000000000002';
const NOW = '2027-05-03T09:00:00Z';
const HOTEL = 'https://hotel.example';
const LIVE = 'pk_live_abcdefghijklmnopqrstuvwxyz';
const TEST = 'pk_test_abcdefghijklmnopqrstuvwxyz';
const integrity = `sha384-${'A'.repeat(64)}`;

const keyLike = (presented: string) => ({
  id: KEY_ID,
  kind: 'publishable',
  mode: presented.slice(3, 7),
  name: 'website',
  prefix: presented.slice(0, 16),
  permissions: [],
  effectivePermissions: [],
  allowedOrigins: [HOTEL],
  requestsPerMinute: null,
  createdAt: '2027-01-01T00:00:00Z',
  expiresAt: null as string | null,
  lastUsedAt: null,
});
const accountOf = (mode: string) => ({
  mode,
  provider: 'stripe',
  accountId: 'acct_seeblick',
  redirectOrigins: [HOTEL],
});

/** What the gateway answers, by path; a number is the status of a problem. */
let answers: Record<string, object | number>;
const sent: string[] = [];
const api = useAdminApi(({ method, path, query, hasToken }) => {
  query.delete('limit');
  const target = query.size === 0 ? path : `${path}?${query}`;
  sent.push(`${method} ${target}${hasToken ? ' (token)' : ''}`);
  const answer = answers[target] ?? 404;
  if (typeof answer !== 'number') return [200, answer];
  return [answer, { code: 'payment_account_not_found', detail: 'There is none.' }];
});
beforeEach(() => {
  sent.length = 0;
  const times = { startedAt: NOW, now: NOW, clockSkewMs: 0 };
  const gateway = { service: 'gateway', reachable: true, why: null, version: '1.0.0', ready: true, ...times };
  answers = {
    [`/admin/v1/tenants/${ID}`]: TENANT,
    [`/admin/v1/tenants/${ID}/api-keys`]: { apiKeys: [keyLike(LIVE), keyLike(TEST)], nextCursor: null },
    [`/admin/v1/tenants/${ID}/payment-account?mode=live`]: accountOf('live'),
    [`/admin/v1/tenants/${ID}/payment-account?mode=test`]: accountOf('test'),
    '/admin/v1/health': {
      status: 'ok',
      now: NOW,
      services: [{ ...gateway, checks: [], database: null, facts: { publicUrl: api.url } }],
    },
    '/widget/manifest.json': {
      version: '1.0.0',
      integrity: { 'lodging-booking.js': integrity, 'lodging-manage.js': 'sha384-other' },
    },
  };
});

const snippet = (...args: string[]): Promise<CommandResult> =>
  runCommand(['widget', 'snippet', ID, ...args], { env: api.env, now: NOW });

const keysWith = (changes: object) => {
  answers[`/admin/v1/tenants/${ID}/api-keys`] = {
    apiKeys: [{ ...keyLike(LIVE), ...changes }],
    nextCursor: null,
  };
};

describe('lodging widget snippet', () => {
  it('prints the two lines of a page, and nothing else', async () => {
    expect(await snippet('--key', LIVE)).toEqual({
      code: 0,
      out:
        `<script type="module" src="${api.url}/widget/1.0.0/lodging-booking.js" integrity="${integrity}" ` +
        'crossorigin="anonymous"></script>\n' +
        `<lodging-booking api="${api.url}" publishable-key="${LIVE}"></lodging-booking>`,
      notes: '',
    });
  });

  it('only reads, and shows the admin token to the admin API alone', async () => {
    await snippet('--key', LIVE);
    expect(sent.toSorted()).toEqual([
      'GET /admin/v1/health (token)',
      `GET /admin/v1/tenants/${ID} (token)`,
      `GET /admin/v1/tenants/${ID}/api-keys (token)`,
      `GET /admin/v1/tenants/${ID}/payment-account?mode=live (token)`,
      'GET /widget/manifest.json',
    ]);
  });

  it('without a key prints the place of one, and the command that creates it', async () => {
    const { code, out, notes } = await snippet('--origin', HOTEL);
    expect([code, out]).toEqual([0, expect.stringContaining('publishable-key="pk_live_…"')]);
    expect(notes).toContain(
      `→ lodging keys create seeblick --kind publishable --mode live --origin ${HOTEL}`,
    );
  });

  it('prints JSON with each check', async () => {
    const { out } = await snippet('--key', TEST, '--json');
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({ version: '1.0.0', integrity, apiUrl: api.url, mode: 'test' });
    expect(printed.findings.map(({ check }: { check: string }) => check)).toEqual([
      'key',
      'origin',
      'payment account',
      'address',
    ]);
  });
});

describe('a failed check prints the command that cures it', () => {
  const update = `lodging keys update seeblick ${KEY_ID} --origin ${HOTEL}`;
  const create = `lodging keys create seeblick --kind publishable --mode live --origin ${HOTEL}`;
  const set = 'lodging payment-accounts set seeblick';
  it.each<[string, () => void, string[], string]>([
    ['an unknown key', () => keysWith({ prefix: 'pk_live_zzzz' }), [], 'lodging keys list seeblick'],
    ['a secret key', () => keysWith({ kind: 'secret' }), [], create],
    ['an expired key', () => keysWith({ expiresAt: '2027-05-03T08:59:59Z' }), [], create],
    [
      'a page that is not allowed',
      () => {
        answers[`/admin/v1/tenants/${ID}/payment-account?mode=live`] = {
          ...accountOf('live'),
          redirectOrigins: [HOTEL, 'https://b.example'],
        };
      },
      ['--origin', 'https://b.example'],
      `${update} --origin https://b.example`,
    ],
    ['a key without a page', () => keysWith({ allowedOrigins: [] }), ['--origin', HOTEL], update],
    [
      'a live key on localhost',
      () => keysWith({ allowedOrigins: ['http://localhost:3000'] }),
      [],
      'lodging keys create seeblick --kind publishable --mode test --origin http://localhost:3000',
    ],
    [
      'no payment account',
      () => delete answers[`/admin/v1/tenants/${ID}/payment-account?mode=live`],
      [],
      `${set} <accountId> --mode live --redirect-origin ${HOTEL}`,
    ],
    [
      'a page that payments may not return to',
      () => keysWith({ allowedOrigins: [HOTEL, 'https://b.example'] }),
      [],
      `${set} acct_seeblick --mode live --redirect-origin ${HOTEL} --redirect-origin https://b.example`,
    ],
    [
      'a suspended tenant',
      () => {
        answers[`/admin/v1/tenants/${ID}`] = { ...TENANT, suspendedAt: NOW };
      },
      [],
      'lodging tenants reinstate seeblick',
    ],
  ])('%s', async (_name, spoil, args, remedy) => {
    spoil();
    const { code, notes } = await snippet('--key', LIVE, ...args);
    expect(code).toBe(1);
    expect(notes.split('\n')).toContain(`      → ${remedy}`);
    expect(notes.match(/^FAIL/gm), notes).toHaveLength(1);
  });

  it('an address without https is one of the gateway', () => {
    const key = { presented: LIVE, listed: apiKeyResponse.parse(keyLike(LIVE)) };
    const account = paymentAccountResponse.parse(accountOf('live'));
    const page = { tenant: TENANT, mode: 'live', key, origins: [HOTEL], account } as const;
    const now = Temporal.Instant.from(NOW);
    const levels = (publicUrl: string) =>
      examinePage({ ...page, publicUrl, now }).filter(({ level }) => level !== 'ok');
    expect(levels('https://api.example')).toEqual([]);
    expect(levels('http://api.example')).toMatchObject([
      { level: 'fail', remedy: expect.stringContaining('PUBLIC_URL') },
    ]);
  });

  it('a key that ends soon is a warning', async () => {
    keysWith({ expiresAt: '2027-05-20T00:00:00Z' });
    expect(await snippet('--key', LIVE)).toMatchObject({
      code: 0,
      notes: expect.stringContaining('expires at'),
    });
  });

  it('a deployment without the files says which setting it lacks', async () => {
    delete answers['/widget/manifest.json'];
    expect(await snippet('--key', LIVE)).toMatchObject({
      code: 1,
      out: '',
      notes: expect.stringContaining('WIDGET_DIRECTORY'),
    });
  });

  it('a secret key is refused without being repeated', async () => {
    const { code, out, notes } = await snippet('--key', 'sk_live_verysecret');
    expect([code, out, sent.length]).toEqual([2, '', 0]);
    expect(notes).not.toContain('verysecret');
  });
});
