import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import { TENANT, TENANT_ID as ID, useAdminApi } from '../../test/use-admin-api.ts';
import type { AdminReply } from '../../test/use-admin-api.ts';
import { exitCodes } from '../exit-codes.ts';

const [LIVE_KEY, TEST_KEY] = ['0198f2a4-7d1c-7000-8000-00000000000a', '0198f2a4-7d1c-7000-8000-00000000000b'];
const account = {
  mode: 'live',
  provider: 'stripe',
  accountId: 'acct_old',
  redirectOrigins: ['https://a.example'],
};

const refusal = (status: number, code: string): AdminReply => [status, { code, detail: 'Refused.' }];
const replies = new Map<string, AdminReply>();
const api = useAdminApi(
  ({ method, path }) =>
    replies.get(`${method} ${path.replace('/admin/v1', '')}`) ?? refusal(404, 'not_found'),
);

beforeEach(() => {
  replies.clear();
  replies.set(`GET /tenants/${ID}`, [200, TENANT]);
});

const lodging = (...args: string[]) => runCommand(args, { env: api.env });

describe('payment-accounts set', () => {
  const path = `/tenants/${ID}/payment-account`;
  const set = (...flags: string[]) => lodging('payment-accounts', 'set', ID, 'acct_new', ...flags);

  it('prints what changed, with the value before, and what was kept', async () => {
    replies.set(`GET ${path}`, [200, account]);
    replies.set(`PUT ${path}`, [200, { ...account, accountId: 'acct_new' }]);
    const { code, out } = await set();
    expect(code).toBe(exitCodes.ok);
    expect(out.split('\n').slice(-2)).toEqual(['Changed: account, was acct_old.', 'Kept: redirect origins.']);
  });

  it('prints that there was no account', async () => {
    replies.set(`PUT ${path}`, [200, account]);
    expect((await set()).out).toContain('Changed: there was no account before.');
  });

  it('sets the account with a token that may not read it, and with --json prints the record alone', async () => {
    replies.set(`GET ${path}`, refusal(403, 'insufficient_permission'));
    replies.set(`PUT ${path}`, [200, account]);
    const { code, out } = await set();
    expect({ code, isCompared: /Changed|Kept/.test(out) }).toEqual({ code: exitCodes.ok, isCompared: false });
    expect(JSON.parse((await set('--json')).out)).toEqual(account);
  });
});

describe('the limits of mails', () => {
  const path = `/tenants/${ID}/mail-limits`;
  const limits = { mode: 'test', mailsPerAddressHour: null, mailsPerAddressDay: 40 };

  it('are printed after a change, and on request', async () => {
    replies.set(`PATCH ${path}`, [200, limits]);
    const options = ['--mode', 'test', '--per-hour', 'none', '--per-day', '40'];
    const { code, out } = await lodging('tenants', 'limit-mails', ID, ...options);
    expect(code).toBe(exitCodes.ok);
    expect(out).toMatch(/address and hour +no limit\n.*address and day +at most 40/);
    replies.set(`GET ${path}`, [200, limits]);
    expect((await lodging('tenants', 'mail-limits', ID, '--mode', 'test')).out).toBe(out);
  });
});

describe('sandbox copy', () => {
  it('prints the way out where the sandbox is not empty', async () => {
    replies.set(`POST /tenants/${ID}/sandbox/copy`, refusal(409, 'sandbox_not_empty'));
    const { code, notes } = await lodging('sandbox', 'copy', ID);
    expect(code).toBe(exitCodes.failed);
    for (const part of ['sandbox_not_empty', 'lodging keys create seeblick --mode test', 'policies put']) {
      expect(notes).toContain(part);
    }
  });
});

describe('keys list', () => {
  const key = (id: string, mode: string): object => ({
    id,
    prefix: `sk_${mode}`,
    kind: 'secret',
    mode,
    name: null,
    permissions: [],
    effectivePermissions: ['read'],
    allowedOrigins: [],
    requestsPerMinute: null,
    createdAt: '2027-01-01T00:00:00Z',
    expiresAt: null,
    lastUsedAt: null,
  });

  it.each([
    { mode: 'live', ids: [LIVE_KEY] },
    { mode: 'test', ids: [TEST_KEY] },
    { mode: undefined, ids: [LIVE_KEY, TEST_KEY] },
  ])('of mode $mode', async ({ mode, ids }) => {
    const apiKeys = [key(LIVE_KEY, 'live'), key(TEST_KEY, 'test')];
    replies.set(`GET /tenants/${ID}/api-keys`, [200, { apiKeys, nextCursor: null }]);
    const flags = mode === undefined ? [] : ['--mode', mode];
    const { out } = await lodging('keys', 'list', ID, '--json', ...flags);
    const listed: { apiKeys: { id: string }[] } = JSON.parse(out);
    expect(listed.apiKeys.map(({ id }) => id)).toEqual(ids);
  });
});
