import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, testLogger } from '@lodging/kit-testing';
import { startRedis, testCertificate } from '@lodging/kit-testing/servers';
import type { Redis } from 'ioredis';
import { afterAll, expect, it } from 'vitest';
import { connectRedis } from '../src/outbound/connect-redis.ts';

const ALWAYS = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };
const directory = mkdtempSync(join(tmpdir(), 'lodging-redis-tls-'));
const stops: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function serve(name: string): Promise<{ url: string; caFile: string }> {
  const tls = testCertificate(name, ALWAYS);
  const caFile = join(directory, `${name}.pem`);
  writeFileSync(caFile, tls.cert);
  const server = await startRedis({ directory: join(directory, name), tls });
  stops.push(() => server.stop());
  return { url: server.url, caFile };
}

function connect(url: string, caFile: string): { redis: Redis; errors: string[] } {
  const redis = connectRedis({ url, caFile }, testLogger());
  const errors: string[] = [];
  redis.on('error', (error: Error) => errors.push(error.message));
  stops.push(() => redis.disconnect());
  return { redis, errors };
}

it('Redis is reached with TLS where its authority is trusted and its name is right', async () => {
  const { url, caFile } = await serve('localhost');
  const { redis } = connect(url, caFile);
  expect(await eventually('Redis answers', () => redis.ping().catch(() => undefined))).toBe('PONG');
});

it('a second error of one connection to Redis does not end the process', async () => {
  const { url, caFile } = await serve('localhost');
  const { redis, errors } = connect(url, caFile);
  await eventually('Redis answers', () => redis.ping().catch(() => undefined));
  const { stream } = redis;
  for (const message of ['first', 'second']) expect(stream.emit('error', new Error(message))).toBe(true);
  expect(errors).toEqual(['first']);
});

it('Redis is refused with another authority, or a certificate for another name', async () => {
  const [right, other] = [await serve('localhost'), await serve('other.example')];
  for (const [url, caFile] of [
    [right.url, other.caFile],
    [other.url, other.caFile],
  ] as const) {
    const { redis, errors } = connect(url, caFile);
    await eventually('the handshake fails', () => Promise.resolve(errors.length > 0 || undefined));
    expect(errors[0]).toMatch(/certificate|altnames/i);
    await expect(redis.ping()).rejects.toThrow();
  }
});
