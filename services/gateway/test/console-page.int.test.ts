import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';

const SCRIPT = `console.log('${'x'.repeat(2_000)}');\n`;
const PAGE = '<!doctype html><meta property="csp-nonce" nonce="{{nonce}}"><title>Console</title>\n';

let directory: string;
let gateway: RunningGateway;
let bare: RunningGateway;
let client: HttpClient;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), PAGE);
  const script = join(directory, 'assets', 'main-abc123.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  [gateway, bare] = await Promise.all([startGateway({ CONSOLE_DIRECTORY: directory }), startGateway()]);
  client = new HttpClient(gateway.url);
});
afterAll(async () => {
  await gateway.stop();
  await bare.stop();
  rmSync(directory, { recursive: true, force: true });
});

const policyOf = ({ headers }: { readonly headers: Headers }) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0], directive] as const),
  );

describe('the page of the console', () => {
  it.each(['/console/', '/console/bookings?state=confirmed', '/console/bookings/some-id'])(
    'is at %s, is not stored, and makes nothing but what it is',
    async (path) => {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = policyOf(answer);
      expect(policy.get('default-src')).toBe("default-src 'none'");
      expect(policy.get('script-src')).toBe("script-src 'self'");
      expect(policy.get('connect-src')).toBe("connect-src 'self'");
      expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(policy.get('form-action')).toBe("form-action 'none'");
      expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
      expect(policy.get('trusted-types')).toBe("trusted-types 'none'");
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      const nonce = /nonce="([\w+/=]{24})"/.exec(answer.text)?.[1];
      expect(policy.get('style-src')).toBe(`style-src 'self' 'nonce-${nonce}'`);
      expect((await client.get(path)).text).not.toContain(nonce);
    },
  );

  it('is reached without the slash at the end', async () => {
    const answer = await fetch(`${gateway.url}/console`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/console/']);
  });

  it('is not there unless its files are given', async () => {
    for (const path of ['/console', '/console/', '/console/bookings', '/console/assets/main-abc123.js'])
      expectProblem(await new HttpClient(bare.url).get(path), 'not_found');
  });
});

describe('a file of the console', () => {
  const FILE = '/console/assets/main-abc123.js';

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('is sent as %s accepts it, and is never read again', async (accepted, encoding) => {
    const answer = await client.get(FILE, { headers: { 'accept-encoding': accepted } });
    expect(answer.status).toBe(200);
    expect(answer.text === SCRIPT).toBe(true);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('vary')).toContain('accept-encoding');
  });

  it.each(['none.js', '', '..%2findex.html', '..%2f..%2f..%2f..%2fetc%2fpasswd', '.%2f..%2findex.html'])(
    'that is not there is no page: %j',
    async (name) => {
      const answer = await client.get(`/console/assets/${name}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).not.toMatch(/<|root:/);
    },
  );
});
