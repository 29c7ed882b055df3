import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freshSchema } from '../src/fresh-schema.ts';
import { useServers } from '../src/use-servers.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-migrations-'));
writeFileSync(join(directory, '0001_keys_exist.sql'), 'CREATE TABLE keys (id int PRIMARY KEY);');
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const wanted = { schema: 'cellar', sources: [{ name: 'cellar', directory }] };

test('what one database holds, another of the same schema never sees', async () => {
  const [mine, yours] = await Promise.all([freshSchema(wanted), freshSchema(wanted)]);
  await query(mine.url, 'INSERT INTO keys VALUES (1)');
  expect(await query(mine.url, 'SELECT id FROM keys')).toEqual([{ id: 1 }]);
  expect(await query(yours.url, 'SELECT id FROM keys')).toEqual([]);
  await mine.drop();
  await yours.drop();
});

test('a dropped database is gone, open connections or not', async () => {
  const schema = await freshSchema(wanted);
  const open = new pg.Client({ connectionString: schema.url });
  open.on('error', () => {});
  await open.connect();
  await schema.drop();
  const left = await query(
    useServers().postgresAdminUrl,
    "SELECT 1 FROM pg_database WHERE datname LIKE 'test_cellar%'",
  );
  expect(left).toEqual([]);
});

test('the application role cannot change the schema', async () => {
  const schema = await freshSchema(wanted);
  await expect(query(schema.url, 'CREATE TABLE cellar.more (id int)')).rejects.toThrow('permission denied');
  await schema.drop();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
