import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptedEncoding, staticPage } from './static-page.ts';

const text = 'Ein Zimmer für zwei. '.repeat(500);
const write = vi.fn(() => text);
let app: FastifyInstance;

beforeAll(() => {
  app = fastify();
  app.get('/page', staticPage('text/plain; charset=utf-8', write));
});
afterAll(() => app.close());

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/page', headers });

describe('a page', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['deflate, zstd', 'identity'],
    ['gzip;q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('is accepted by "%s" as %s', (header, expected) => {
    expect(acceptedEncoding(header)).toBe(expected);
  });

  it('is one text in every form, each with its own ETag', async () => {
    const forms = await Promise.all(
      ['br', 'gzip', 'identity'].map((form) => get({ 'accept-encoding': form })),
    );
    const [br, zipped, plain] = forms;
    expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(br?.rawPayload ?? '').toString()).toBe(text);
    expect(gunzipSync(zipped?.rawPayload ?? '').toString()).toBe(text);
    expect(plain?.payload).toBe(text);
    for (const { headers, rawPayload } of forms) {
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
    }
    expect(new Set(forms.map(({ headers }) => headers['etag'])).size).toBe(3);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is not sent to a client that has it', async () => {
    const { headers } = await get({ 'accept-encoding': 'br' });
    const again = await get({ 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers['content-encoding']).toBeUndefined();
    const other = await get({ 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
    expect(other.statusCode).toBe(200);
  });
});
