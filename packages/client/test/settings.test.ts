import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Lodging } from '../src/index.ts';
import type { LodgingOptions } from '../src/index.ts';
import { userAgent } from '../src/settings/user-agent.ts';
import { answering } from './answers.ts';

const baseUrl = 'https://api.lodging.example';
const ok = () => Response.json({ ok: true });

/** The one request of a ping with these options. */
async function pinged(options: LodgingOptions, call: object = {}): Promise<Request | undefined> {
  const { fetch, requests } = answering(ok());
  await new Lodging({ fetch, ...options }).ping(call);
  return requests[0];
}

afterEach(() => vi.unstubAllEnvs());

describe('the address', () => {
  it.each(['', '/', '/v1', '/v1/', '//v1//'])('may end with "%s"', async (end) => {
    expect((await pinged({ baseUrl: baseUrl + end }))?.url).toBe(`${baseUrl}/v1/ping`);
  });

  it('keeps a path of its own', async () => {
    expect((await pinged({ baseUrl: `${baseUrl}/stays/v1/` }))?.url).toBe(`${baseUrl}/stays/v1/ping`);
  });
});

describe('the environment', () => {
  it('gives the address and the key where they are not named', async () => {
    vi.stubEnv('LODGING_URL', `${baseUrl}/v1`);
    vi.stubEnv('LODGING_KEY', 'sk_test_env');
    const request = await pinged({});
    expect(request?.url).toBe(`${baseUrl}/v1/ping`);
    expect(request?.headers.get('authorization')).toBe('Bearer sk_test_env');
  });

  it('does not replace what is named, undefined included: the key would be that of another tenant', async () => {
    vi.stubEnv('LODGING_URL', 'https://other.example');
    vi.stubEnv('LODGING_KEY', 'sk_test_env');
    const named = await pinged({ baseUrl, key: 'sk_test_own' });
    expect([named?.url, named?.headers.get('authorization')]).toEqual([
      `${baseUrl}/v1/ping`,
      'Bearer sk_test_own',
    ]);
    expect((await pinged({ baseUrl, key: undefined }))?.headers.get('authorization')).toBeNull();
  });

  it('is not read in a browser, or where reading is forbidden', async () => {
    vi.stubEnv('LODGING_KEY', 'sk_test_env');
    const forbidden = () => {
      throw new Error('NotCapable');
    };
    for (const env of [{ value: undefined }, { get: forbidden }]) {
      vi.stubGlobal('process', Object.defineProperty({}, 'env', env));
      try {
        expect((await pinged({ baseUrl }))?.headers.get('authorization')).toBeNull();
      } finally {
        vi.unstubAllGlobals();
      }
    }
  });
});

describe('options', () => {
  it.each<[string, object]>([
    ['baseUrl', {}],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'api.lodging.example' }],
    ['baseUrl', { baseUrl: 'ftp://api.lodging.example' }],
    ['baseUrl', { baseUrl: `${baseUrl}/?key=x` }],
    ['baseUrl', { baseUrl: 'https://user:pass@api.lodging.example' }],
    ['key', { baseUrl, key: 'sk_test_secret\n' }],
    ['key', { baseUrl, key: '' }],
    ['timeoutMs', { baseUrl, timeoutMs: 0 }],
    ['timeoutMs', { baseUrl, timeoutMs: Number.NaN }],
    ['deadlineMs', { baseUrl, deadlineMs: '60' }],
    ['maxRetries', { baseUrl, maxRetries: -1 }],
    ['credentials', { baseUrl, credentials: 'all' as 'omit' }],
    ['maxRetries', { baseUrl, maxRetries: 1.5 }],
    ['headers', { baseUrl, headers: new Headers({ a: 'b' }) }],
    ['headers', { baseUrl, headers: { a: 1 } }],
    ['fetch', { baseUrl, fetch: 'node-fetch' }],
    ['onRequest', { baseUrl, onRequest: true }],
  ])('that are wrong are refused by name: %s of %j', (name, options) => {
    const making = () => new Lodging(options as LodgingOptions);
    expect(making).toThrow(TypeError);
    expect(making).toThrow(new RegExp(`^${name} must be `));
    expect(making).not.toThrow('secret');
  });

  it.each<[string, object]>([
    ['timeoutMs', { timeoutMs: 0 }],
    ['maxRetries', { maxRetries: '4' }],
    ['signal', { signal: 'abort' }],
    ['headers', { headers: [['a', 'b']] }],
  ])('of a call are refused by name: %s', async (name, options) => {
    await expect(pinged({ baseUrl }, options)).rejects.toThrow(`${name} must be `);
  });

  it('may be times that no timer can have', async () => {
    const forever = { deadlineMs: Number.POSITIVE_INFINITY, timeoutMs: Number.POSITIVE_INFINITY };
    expect((await pinged({ baseUrl, ...forever }))?.url).toBe(`${baseUrl}/v1/ping`);
    expect((await pinged({ baseUrl, timeoutMs: 1_000.5 }))?.url).toBe(`${baseUrl}/v1/ping`);
  });

  it('of another client are those that are named, else the same', async () => {
    const { fetch, requests } = answering(ok(), ok());
    const lodging = new Lodging({ baseUrl, key: 'sk_test_a', fetch, headers: { 'x-a': '1' } });
    const other = lodging.withOptions({ key: 'sk_test_b' });
    expect(other).toBeInstanceOf(Lodging);
    await other.ping();
    await lodging.ping();
    expect(requests.map(({ headers }) => [headers.get('authorization'), headers.get('x-a')])).toEqual([
      ['Bearer sk_test_b', '1'],
      ['Bearer sk_test_a', '1'],
    ]);
  });
});

describe('the user agent', () => {
  it('is that of the package, with the runtime', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
    const [node] = process.versions.node.split('.');
    const request = await pinged({ baseUrl });
    expect(request?.headers.get('user-agent')).toBe(`lodging-client/${version} (node ${node})`);
  });

  it.each<[string, string | undefined, object]>([
    ['Bun', 'bun 1', { process: { versions: { node: '22.0.0', bun: '1.2.3' } } }],
    ['Deno', 'deno 2', { Deno: { version: { deno: '2.1.0' } }, process: { versions: { node: '22.0.0' } } }],
    ['a browser', undefined, { document: {}, process: { versions: { node: '22.0.0' } } }],
    ['a page with a substitute of process', undefined, { process: { versions: {} } }],
    ['a worker', undefined, {}],
  ])('of %s is %s', (_, runtime, global) => {
    expect(userAgent(global)).toBe(runtime && `lodging-client/1.0.0 (${runtime})`);
  });

  it('is replaced by one of your own, in any spelling', async () => {
    const request = await pinged({ baseUrl, headers: { 'User-Agent': 'shop/2' } });
    expect(request?.headers.get('user-agent')).toBe('shop/2');
  });
});
