import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { openEgressConnection } from '@lodging/kit-security';
import { fixedClock } from '@lodging/kit-testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFeedReader } from '../src/outbound/sync/fetch-feed.ts';
import type { FeedReaderOptions } from '../src/outbound/sync/fetch-feed.ts';
import { startFeedServer } from './feed-server.ts';
import type { FeedServer } from './feed-server.ts';

const MEGABYTE = 1024 * 1024;
const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const clock = fixedClock(Temporal.Instant.from('2026-11-20T12:00:00Z'));
const quickBrotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
let server: FeedServer;
let url: string;

beforeAll(async () => {
  server = await startFeedServer({ host: '127.0.0.1' });
  url = server.url('/secret-token.ics?s=secret');
});
afterEach(() => server.forgetRequests());
afterAll(() => server.stop());

const reader = (options: Partial<FeedReaderOptions> = {}) =>
  createFeedReader({ clock, allowLocalhost: true, resolve: async () => ['127.0.0.1'], ...options });
const bytesOf = async (options: Partial<FeedReaderOptions> = {}): Promise<string> => {
  const answer = await reader(options).fetch({ url });
  if (!answer.ok || answer.value.kind !== 'read') {
    throw new Error(answer.ok ? answer.value.kind : answer.refusal.message);
  }
  return Buffer.from(answer.value.bytes).toString();
};
const messageOf = async (options: Partial<FeedReaderOptions> = {}, address = url): Promise<string> => {
  const answer = await reader(options).fetch({ url: address });
  return answer.ok ? answer.value.kind : answer.refusal.message;
};

describe('a feed is fetched', () => {
  test('with a user agent and without cookies; its validators are returned', async () => {
    server.setDefault((_, response) =>
      response
        .setHeader('etag', '"1"')
        .setHeader('last-modified', 'Fri, 20 Nov 2026 00:00:00 GMT')
        .setHeader('set-cookie', 'a=b')
        .end(calendar),
    );
    const answer = await reader().fetch({ url });
    expect(answer).toMatchObject({
      ok: true,
      value: { kind: 'read', etag: '"1"', lastModified: 'Fri, 20 Nov 2026 00:00:00 GMT' },
    });
    await reader().fetch({ url });
    expect(server.requests()[1]?.headers).toMatchObject({
      'user-agent': 'Lodging-Calendar/1.0',
      host: `localhost:${server.port}`,
    });
    expect(server.requests()[1]?.headers.cookie).toBeUndefined();
    expect(server.requests()[1]?.url).toBe('/secret-token.ics?s=secret');
  });

  test('conditionally', async () => {
    server.setDefault((_, response) => response.writeHead(304).end());
    const answer = await reader().fetch({ url, etag: '"1"', lastModified: 'Fri, 20 Nov 2026 00:00:00 GMT' });
    expect(answer).toEqual({ ok: true, value: { kind: 'unchanged' } });
    expect(server.requests()[0]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT',
    });
    expect(await messageOf()).toContain('304');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('compressed with %s', async (encoding, pack) => {
    server.setDefault((_, response) => response.setHeader('content-encoding', encoding).end(pack(calendar)));
    expect(await bytesOf()).toBe(calendar);
  });
});

describe('a fetch fails', () => {
  test.each([404, 401, 500, 204, 206])('with status %i', async (status) => {
    server.setDefault((_, response) => response.writeHead(status).end());
    expect(await messageOf()).toBe(`The calendar's server answered with status ${status}.`);
  });

  test.each([
    [429, '120', 120],
    [503, 'Fri, 20 Nov 2026 12:10:00 GMT', 600],
    [503, '9999999', 86_400],
    [429, 'soon', undefined],
    [404, '120', undefined],
  ])('with status %i and Retry-After %s', async (status, header, seconds) => {
    server.setDefault((_, response) => response.writeHead(status, { 'retry-after': header }).end());
    const answer = await reader().fetch({ url });
    expect(answer.ok || answer.refusal.retryAfterSeconds).toBe(seconds);
  });

  test('when the body is too large, by Content-Length or in fact', async () => {
    server.setDefault((_, response) => response.setHeader('content-length', 11 * MEGABYTE).flushHeaders());
    expect(await messageOf()).toBe('The calendar is larger than 10 MiB.');
    server.setDefault((_, response) => response.end(Buffer.alloc(11 * MEGABYTE, 32)));
    expect(await messageOf()).toBe('The calendar is larger than 10 MiB.');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', quickBrotli],
  ])('when a small %s body expands to a large one', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(100 * MEGABYTE));
    server.setDefault((_, response) => response.setHeader('content-encoding', encoding).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    expect(await messageOf()).toBe('The calendar is larger than 10 MiB.');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * MEGABYTE);
  });

  test.each([
    ['the connection is reset', (socket: Socket) => socket.resetAndDestroy()],
    [
      'it is shorter than announced',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nBEGIN'),
    ],
    [
      'it ends within a chunk',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nBEGIN\r\n'),
    ],
    [
      'the compressed body is cut short',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n');
        socket.end(gzipSync(calendar).subarray(0, 20));
      },
    ],
    [
      'the body is not compressed as declared',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${calendar}`),
    ],
    ['the server does not speak HTTP', (socket: Socket) => socket.end('220 mail.example.com ESMTP\r\n')],
  ])('when %s', async (_, misbehave) => {
    server.setDefault(({ socket }) => misbehave(socket));
    expect(await messageOf()).toBe("The calendar's server broke off its answer.");
  });

  test('when the encoding is not one of Accept-Encoding', async () => {
    server.setDefault((_, response) => response.setHeader('content-encoding', 'gzip, gzip').end());
    expect(await messageOf()).toContain('unsupported content encoding');
  });

  test.each(['the headers never come', 'the body never ends'])('when %s', async (which) => {
    server.setDefault((_, response) => {
      if (which === 'the body never ends') {
        response.write('BEGIN:VCALENDAR\r\n');
      }
    });
    const started = performance.now();
    expect(await messageOf({ limits: { totalMs: 300 } })).toBe(
      "The calendar's server did not answer in time.",
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('when the server drips its answer, but not for the time that it takes to begin', async () => {
    const speed = { windowMs: 100, bytesPerWindow: 1_000 };
    server.setDefault((request, response) => {
      const drip = setInterval(() => response.write('X'), 20);
      request.socket.once('close', () => clearInterval(drip));
    });
    const started = performance.now();
    expect(await messageOf({ limits: { speed } })).toBe("The calendar's server sends its answer too slowly.");
    expect(performance.now() - started).toBeLessThan(3_000);
    server.setDefault((_, response) => void setTimeout(() => response.end(calendar), 450));
    expect(await reader({ limits: { speed } }).fetch({ url })).toMatchObject({ ok: true });
  });

  test('when the address was stored with a port that is not supported any more', async () => {
    expect(await messageOf({}, 'https://calendar.example:8443/')).toBe(
      'The address names a port: only 443 for https and 80 for http are supported.',
    );
  });

  test('when nothing listens on the port', async () => {
    expect(await messageOf({}, 'http://localhost:1/')).toBe("The calendar's server could not be reached.");
  });

  test('without secrets in the message', async () => {
    for (const status of [302, 404, 500]) {
      server.setDefault((_, response) =>
        response.writeHead(status, { location: 'http://10.0.0.1/secret' }).end(),
      );
      expect(await messageOf()).not.toContain('secret');
    }
  });
});

describe('redirects', () => {
  test('are followed three times, also relative ones', async () => {
    let left = 3;
    server.setDefault((_, response) =>
      left-- > 0 ? response.writeHead(302, { location: `/again-${left}` }).end() : response.end(calendar),
    );
    expect(await bytesOf()).toBe(calendar);
    left = 4;
    expect(await messageOf()).toContain('more than 3 times');
    expect(server.requests()).toHaveLength(8);
  });

  test.each([
    ['http://127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['another spelling of localhost', 'http://LOCALHOST:PORT/'],
    ['the metadata address', 'http://169.254.169.254/latest/meta-data/'],
    ['a mapped address', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['another protocol', 'file:///etc/passwd'],
    ['a user name', 'http://a:b@localhost:PORT/'],
    ['another port', 'https://example.com:8443/'],
    ['http on the port of https', 'http://example.com:443/'],
  ])('to %s are not followed', async (_, location) => {
    server.setDefault((request, response) =>
      request.url === '/'
        ? response.end(calendar)
        : response.writeHead(302, { location: location.replace('PORT', `${server.port}`) }).end(),
    );
    expect(await messageOf()).toMatch(/^The address /);
    expect(server.requests()).toHaveLength(1);
  });
});

describe('a host name', () => {
  const messageWith = (addresses: string[], options: Partial<FeedReaderOptions> = {}) =>
    messageOf({ resolve: async () => addresses, ...options }, 'http://calendar.example/');

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1']],
    [['64:ff9b::7f00:1']],
  ])('with the addresses %j is refused', async (addresses) => {
    expect(await messageWith(addresses)).toBe('The address is not on the public internet.');
    expect(server.requests()).toHaveLength(0);
  });

  test('is resolved once, so that its addresses cannot change between check and connection', async () => {
    let resolutions = 0;
    await messageWith([], {
      resolve: async () => (resolutions++ === 0 ? ['203.0.113.7', '127.0.0.1'] : ['8.8.8.8']),
    });
    expect(resolutions).toBe(1);
  });

  test('localhost is refused when it resolves to a public address', async () => {
    expect(await messageOf({ resolve: async () => ['8.8.8.8'] })).toBe(
      'The address is not on the public internet.',
    );
  });

  test('that is not found has a message of its own, and a slow resolution ends with the timeout', async () => {
    expect(await messageWith([])).toContain('does not exist');
    expect(await messageOf({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toContain(
      'could not be found',
    );
    const never = () => new Promise<never>(() => {});
    expect(await messageOf({ resolve: never, limits: { totalMs: 100 } })).toContain('in time');
  });

  test('is checked when a connection is created, where it can be resolved', async () => {
    const check = async (address: string, resolve: () => Promise<string[]>) =>
      (await reader({ resolve }).check(address)).ok;
    expect(await check('https://calendar.example/', async () => ['10.0.0.1'])).toBe(false);
    expect(await check('https://calendar.example/', async () => ['8.8.8.8'])).toBe(true);
    expect(await check('https://calendar.example/', () => Promise.reject(new Error('ENOTFOUND')))).toBe(true);
    expect(await check('https://[::1]/', async () => [])).toBe(false);
    expect(await check(url, async () => ['127.0.0.1', '::1'])).toBe(true);
  });
});

test('an untrusted certificate is refused, and SNI has the host name', async () => {
  const names: string[] = [];
  const tls = createServer({ SNICallback: (name, done) => (names.push(name), done(null)) });
  tls.listen(0, '127.0.0.1');
  tls.on('tlsClientError', () => {});
  await once(tls, 'listening');
  const address = tls.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const outside = {
    url: new URL(`https://calendar.example:${port}/`),
    host: 'calendar.example',
    port,
    secure: true,
    isLocalhost: true,
  };
  const opening = openEgressConnection(outside, {
    connectTimeoutMs: 2_000,
    signal: AbortSignal.timeout(5_000),
    resolve: async () => ['127.0.0.1'],
  });
  await expect(opening).rejects.toThrow('tls-failed');
  expect(names).toEqual(['calendar.example']);
  tls.close();
});
