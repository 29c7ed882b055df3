import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILES, readWidgetFiles } from '../src/inbound/widget/read-widget-files.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-widget-files-'));
const OLD = Buffer.from(`/* 1.0.0 */ ${'widget '.repeat(200)}`);
const NEW = Buffer.from(`/* 1.1.0 */ ${'widget '.repeat(200)}`);
const [BOOKING, MANAGE] = FILES;
/** The two files of a version are not the same. */
const codeOf = (code: Buffer, file: string): Buffer => Buffer.concat([Buffer.from(`/* ${file} */`), code]);
const hashOf = (code: Buffer): string => `sha384-${createHash('sha384').update(code).digest('base64')}`;
const integrity = Object.fromEntries(FILES.map((file) => [file, hashOf(codeOf(NEW, file))]));
const path = (version: string, file: string = BOOKING): string => `/widget/${version}/${file}`;

function writeVersion(
  to: string,
  version: string,
  code: Buffer,
  files: readonly string[] = FILES,
): (file: string) => string {
  mkdirSync(join(to, version), { recursive: true });
  for (const file of files) changeAll(join(to, version, file), codeOf(code, file));
  writeFileSync(join(to, 'manifest.json'), JSON.stringify({ version, integrity }));
  return (file) => join(to, version, file);
}

let gateway: RunningGateway;
beforeAll(async () => {
  writeVersion(directory, '1.0.0', OLD, [BOOKING]);
  writeVersion(directory, '1.1.0', NEW);
  gateway = await startGateway({ WIDGET_DIRECTORY: directory });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true });
});

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The bytes as they are sent: fetch decodes them. */
function get(at: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  const sent = request(`${gateway.url}${at}`, { headers, method }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
    );
  });
  sent.on('error', reject).end();
  return promise;
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

const ENCODINGS = [
  ['br', 'gzip, deflate, br'],
  ['gzip', 'gzip, deflate'],
  ['identity', 'identity'],
] as const;

describe('the file of a version', () => {
  it.each(FILES.flatMap((file) => ENCODINGS.map(([encoding, accepted]) => ({ file, encoding, accepted }))))(
    '$file is sent as $encoding, for good and to any page',
    async ({ file, encoding, accepted }) => {
      const { status, headers, body } = await get(path('1.1.0', file), { 'accept-encoding': accepted });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
      });
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      expect(decoders[encoding](body).equals(codeOf(NEW, file))).toBe(true);
    },
  );

  it('has an entity tag for each encoding, and 304 for a known one', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accept = { 'accept-encoding': encoding };
      const { etag = '' } = (await get(path('1.1.0'), accept)).headers;
      tags.add(etag);
      const again = await get(path('1.1.0'), { ...accept, 'if-none-match': `"other", ${etag}` });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({
        etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
      });
      const other = await get(path('1.1.0'), { ...accept, 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
    }
    expect(tags.size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it('has the headers of GET for HEAD, without a body', async () => {
    const accept = { 'accept-encoding': 'br' };
    const [head, got] = [await get(path('1.1.0'), accept, 'HEAD'), await get(path('1.1.0'), accept)];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of [
      'etag',
      'content-length',
      'content-encoding',
      'content-type',
      'cache-control',
      'vary',
    ])
      expect(head.headers[name], name).toBe(got.headers[name]);
  });

  it('stays where a newer version is beside it', async () => {
    expect((await get(path('1.0.0'))).body.equals(codeOf(OLD, BOOKING))).toBe(true);
  });

  it.each(['9.9.9', 'manifest.json', '..', '%2e%2e', '1.1.0%2f..%2f1.0.0'])(
    'is a problem that no cache stores for the version %s',
    async (version) => {
      const answer = await new HttpClient(gateway.url).get(path(version));
      expectProblem(answer, 'not_found');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('is a problem for a component that its version did not have', async () => {
    expectProblem(await new HttpClient(gateway.url).get(path('1.0.0', MANAGE)), 'not_found');
  });

  it('lets a page read that its version is missing', async () => {
    const { status, headers } = await get(path('9.9.9'), { origin: 'https://hotel.example' });
    expect([status, headers['access-control-allow-origin']]).toEqual([404, '*']);
  });

  it('takes GET and HEAD alone', async () => {
    expectProblem(await new HttpClient(gateway.url).post(path('1.1.0'), {}), 'method_not_allowed');
  });
});

it('the manifest names the newest version and the hash of each file, for a minute', async () => {
  const { status, headers, body } = await get('/widget/manifest.json');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
  });
  expect(JSON.parse(body.toString())).toEqual({ version: '1.1.0', integrity });
});

it('without a directory every address is a problem', async () => {
  const without = await startGateway();
  const client = new HttpClient(without.url);
  expectProblem(await client.get('/widget/manifest.json'), 'not_found');
  for (const file of FILES) expectProblem(await client.get(path('1.1.0', file)), 'not_found');
  await without.stop();
});

describe('files that browsers would refuse stop the start', () => {
  it.each<[string, (file: string) => void, RegExp]>([
    ['a changed byte', (file) => changeAll(file, Buffer.from('changed')), /is not that of manifest\.json/],
    [
      'another compressed file',
      (file) => writeFileSync(`${file}.br`, brotliCompressSync(OLD)),
      /other content/,
    ],
    ['no file of the version', (file) => rmSync(file), /lacks lodging-\w+\.js of version 1\.1\.0/],
  ])('%s', (_name, spoil, message) => {
    for (const name of FILES) {
      const other = mkdtempSync(join(tmpdir(), 'lodging-widget-files-'));
      try {
        spoil(writeVersion(other, '1.1.0', NEW)(name));
        expect(() => readWidgetFiles(other)).toThrow(message);
      } finally {
        rmSync(other, { recursive: true });
      }
    }
  });
});

function changeAll(file: string, code: Buffer): void {
  writeFileSync(file, code);
  writeFileSync(`${file}.br`, brotliCompressSync(code));
  writeFileSync(`${file}.gz`, gzipSync(code));
}
