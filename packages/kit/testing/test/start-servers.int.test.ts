import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../src/servers/free-port.ts';
import { startPostgres } from '../src/servers/start-postgres.ts';
import { startRedis } from '../src/servers/start-redis.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-servers-'));
// Under root, Postgres runs as another user, which has to pass through.
chmodSync(directory, 0o711);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const settings = { fsync: 'off' };

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('Postgres keeps its data and its password from one start to the next, on another port', async () => {
  const place = { directory: join(directory, 'postgres'), settings };
  const first = await startPostgres(place);
  await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 1 AS one');
  await first.stop();
  const second = await startPostgres({ ...place, port: await freePort() });
  expect(await query(second.adminUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

test.runIf(process.getuid?.() === 0)('under root, Postgres runs as another user', async () => {
  const server = await startPostgres({ directory: join(directory, 'postgres'), settings });
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  await server.stop();
});

test('a port that is taken is named as the reason', async () => {
  const first = await startRedis({ directory: join(directory, 'redis') });
  const second = startRedis({ directory: join(directory, 'redis-2'), port: first.port });
  await expect(second).rejects.toThrow('Redis did not start');
  await first.stop();
});
