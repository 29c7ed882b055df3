import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';

const ID = '0198f2a4-7d1c-7000-8000-000000000001';
const TENANT = {
  id: ID,
  sandboxId: ID,
  name: 'Lakeside',
  slug: 'lakeside',
  timezone: 'UTC',
  defaultCurrency: 'EUR',
  maxOpenHolds: null,
  maxHeldUnitNights: null,
  heldUnitNightsFollowSize: false,
  codesPerAddressHour: null,
  codesPerClientHour: null,
  keyLimitFactor: null,
  createdAt: '2027-01-01T00:00:00Z',
  suspendedAt: null,
  suspendedReason: null,
};
const [LIVE_KEY, TEST_KEY] = ['0198f2a4-7d1c-7000-8000-00000000000a', '0198f2a4-7d1c-7000-8000-00000000000b'];
const account = {
  mode: 'live',
  provider: 'stripe',
  accountId: 'acct_old',
  redirectOrigins: ['https://a.example'],
};

type Reply = readonly [status: number, body: object];
const refusal = (status: number, code: string): Reply => [status, { code, detail: 'Refused.' }];
const replies = new Map<string, Reply>();
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0]?.replace('/admin/v1', '');
  const [status, body] = replies.get(`${request.method} ${path}`) ?? refusal(404, 'not_found');
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => {
  server.close();
});
beforeEach(() => {
  replies.clear();
  replies.set(`GET /tenants/${ID}`, [200, TENANT]);
});

async function lodging(...args: string[]): Promise<{ code: number; out: string; notes: string }> {
  const [out, notes]: [string[], string[]] = [[], []];
  const { port } = server.address() as AddressInfo;
  const none = (): Promise<never> => Promise.reject(new Error('no terminal'));
  const code = await run(args, {
    env: { LODGING_ADMIN_URL: `http://127.0.0.1:${port}`, LODGING_ADMIN_TOKEN: 'adm_x' },
    cwd: '/',
    output: { result: (text) => out.push(text), note: (text) => notes.push(text), style: (_, text) => text },
    terminal: { isInteractive: false, readStdin: none, prompt: none, promptSecret: none },
    now: () => Temporal.Instant.from('2027-01-01T00:00:00Z'),
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

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

describe('sandbox copy', () => {
  it('prints the way out where the sandbox is not empty', async () => {
    replies.set(`POST /tenants/${ID}/sandbox/copy`, refusal(409, 'sandbox_not_empty'));
    const { code, notes } = await lodging('sandbox', 'copy', ID);
    expect(code).toBe(exitCodes.failed);
    for (const part of ['sandbox_not_empty', 'lodging keys create lakeside --mode test', 'policies put']) {
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
