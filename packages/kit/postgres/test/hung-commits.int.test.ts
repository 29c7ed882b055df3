import { eventually, freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseUnavailable, openDatabase } from '../src/index.ts';
import { CommitUnknown } from '../src/connections/errors.ts';
import type { Database } from '../src/index.ts';

const TENANT = '018f3c00-0000-7000-8000-000000000001';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];

let schema: FreshSchema;
let db: Database;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
  // Databases of other tests wait for no disk, and so for no standby.
  await asSuperuser(`ALTER DATABASE ${databaseName()} SET synchronous_commit = on`);
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger(), maxConnections: 4 });
});
afterAll(async () => {
  await returnStandby();
  await db.close();
  await schema.drop();
});

const databaseName = () => new URL(schema.url).pathname.slice(1);

async function asSuperuser(...statements: string[]): Promise<void> {
  const superuser = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await superuser.connect();
  for (const statement of statements) await superuser.query(statement);
  await superuser.end();
}

/** Commits hang once another process of the server has read the setting. */
async function loseStandby(): Promise<void> {
  await asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (gone)'`, 'SELECT pg_reload_conf()');
  const [writer, watcher] = [0, 1].map(
    () => new pg.Client({ connectionString: useServers().postgresAdminUrl }),
  ) as [pg.Client, pg.Client];
  await Promise.all([writer.connect(), watcher.connect()]);
  await writer.query('SET synchronous_commit = on');
  const { rows } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let commit: Promise<unknown> | undefined;
  await eventually('a commit hangs', async () => {
    commit ??= writer.query(`SELECT pg_logical_emit_message(true, 'test', '')`).finally(() => {
      commit = undefined;
    });
    const waits = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`;
    return (await watcher.query(waits, [rows[0]?.pid])).rowCount === 1;
  });
  await watcher.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]);
  await commit;
  await Promise.all([writer.end(), watcher.end()]);
}
const returnStandby = () =>
  asSuperuser('ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()');

const note = (id: number) => ({
  name: 'insert_note',
  text: 'insert into notes (tenant_id, id, text) values ($1, $2, $3)',
  values: [TENANT, id, 'a note'],
});
const allNotes = { name: 'all_notes', text: 'select id from notes order by id', values: [] };
const idsOfNotes = async () => (await db.readInTenant(TENANT, allNotes)).map(({ id }) => id);
const touch = (id: number) => ({
  name: 'touch_note',
  text: 'update notes set text = text where tenant_id = $1 and id = $2',
  values: [TENANT, id],
});

const WRITES: Record<string, (id: number) => Promise<unknown>> = {
  'a statement': (id) => db.writeInTenant(TENANT, note(id)),
  'a statement of a group': (id) => db.writeInTenant(TENANT, note(id), { batchKey: String(id) }),
  'a transaction': (id) => db.inTenant(TENANT, (tx) => tx.query(note(id))),
  'a transaction whose last statement travels with the commit': (id) =>
    db.inTenant(TENANT, async (tx) => tx.atCommit(note(id))),
};

/** The error, and the milliseconds until it came. */
async function failureOf(write: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const startedAt = performance.now();
  const error = await write.then(
    () => 'it was written',
    (failure: unknown) => failure,
  );
  return { error, afterMs: performance.now() - startedAt };
}

it('answers within 1.5 s while commits hang, and so does what waits for their locks; reads go on', async () => {
  await db.writeInTenant(TENANT, note(1));
  await loseStandby();
  const hung = failureOf(db.writeInTenant(TENANT, touch(1)));
  const behind = failureOf(db.inTenant(TENANT, (tx) => tx.query(touch(1))));
  for (const { error, afterMs } of [await hung, await behind]) {
    expect(error).toBeInstanceOf(CommitUnknown);
    expect(afterMs).toBeLessThan(1_500);
  }
  expect(await idsOfNotes()).toEqual([1]);
  expect(await db.acrossTenants((tx) => tx.query(allNotes))).toHaveLength(1);
  await expect(db.checkWrite()).rejects.toBeInstanceOf(DatabaseUnavailable);
});

it.each(Object.keys(WRITES))('refuses %s at once while commits hang, and writes nothing', async (name) => {
  const { error, afterMs } = await failureOf(WRITES[name]?.(2) ?? Promise.resolve());
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).not.toBeInstanceOf(CommitUnknown);
  expect(afterMs).toBeLessThan(300);
});

it('writes what does not wait for the disk, but begins no work that could not be ended', async () => {
  await db.writeInTenant(TENANT, note(3), { durable: false });
  const begun = db.writeInTenant(TENANT, note(4), { durable: false, beginsWork: true });
  await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await idsOfNotes()).toEqual([1, 3]);
});

it('leaves no more than one connection that waits, however many requests there were', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => failureOf(db.writeInTenant(TENANT, note(100 + index)))),
  );
  const [row] = await db.readInTenant<{ n: number }>(TENANT, {
    name: 'waiting',
    text: `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`,
    values: [],
  });
  expect(row?.n).toBe(1);
});

it('writes again as soon as the standby is back', async () => {
  await returnStandby();
  await eventually('commits return', () =>
    db.checkWrite().then(
      () => true,
      () => false,
    ),
  );
  for (const [index, write] of Object.values(WRITES).entries()) await write(10 + index);
  expect(await idsOfNotes()).toEqual([1, 3, 10, 11, 12, 13]);
});
