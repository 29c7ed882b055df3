import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '@lodging/kit-runtime';
import type { Database } from '../connections/database.ts';
import { isLockTimeout } from '../connections/errors.ts';
import { refuseOtherHistory } from './refuse-other-history.ts';

/** A set of migrations with numbers of its own: the service's, or those of a package it uses. */
export interface MigrationSource {
  readonly name: string;
  readonly directory: string;
}

interface Migration {
  readonly source: string;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** For another process that migrates the same schema. */
const LOCK_WAIT_MS = 60_000;
/**
 * For the lock of a table. Statements queue behind a DDL statement that waits, reads included: so it waits for less than a
 * service's statement timeout, lets the queue drain, and reattempt.
 */
const TABLE_LOCK_TIMEOUT_MS = 1_000;
const TABLE_LOCK_ATTEMPTS = 60;
const RETRY_DELAY_MS = 250;
const OLDER_TRANSACTIONS_MS = 600_000;

const JOURNAL = `
  create table if not exists schema_migrations (
    source text not null, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), primary key (source, name))`;

/** Applies the missing migrations, as the schema's owner. `{{schema}}` in a file is the schema's name. */
export async function migrate(options: {
  url: string;
  schema: string;
  sources: readonly MigrationSource[];
  log?: Logger;
}): Promise<void> {
  const { url, schema, sources, log } = options;
  const migrations = await readMigrations(sources, schema);
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${schema} -c lock_timeout=${LOCK_WAIT_MS} -c timezone=UTC`,
  });
  await client.connect();
  try {
    await lockSchema(client, schema);
    await client.query(JOURNAL);
    await client.query(journalIsReadOnlyFor(schema));
    const applied = await readJournal(client);
    refuseOtherHistory(schema, migrations, applied);
    for (const migration of pending(migrations, applied)) {
      await apply(client, migration);
      log?.info({ source: migration.source, migration: migration.name }, 'migrated');
    }
  } finally {
    await client.end();
  }
}

/**
 * A session lock: it ends with the connection, also where the process dies. A statement that waited for it would be older
 * than an index that is built concurrently, which waits for all older statements: so the lock is requested repeatedly.
 */
async function lockSchema(client: pg.Client, schema: string): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [`lodging.migrate.${schema}`],
    );
    if (rows[0]?.locked === true) return;
    if (performance.now() > deadline) throw new Error(`another process migrates ${schema}`);
    await delay(RETRY_DELAY_MS);
  }
}

const migrated = new WeakSet<Database>();

/** Throws while a migration on disk is not applied. A schema that is ahead is fine: migrations only expand it. */
export async function requireMigrated(db: Database, sources: readonly MigrationSource[]): Promise<void> {
  if (migrated.has(db)) return;
  const names = await Promise.all(
    sources.map(async ({ name, directory }) => [name, await fileNames(directory)] as const),
  );
  const rows = await db.acrossTenants((tx) =>
    tx.query<{ source: string; name: string }>('select source, name from schema_migrations'),
  );
  const applied = new Set(rows.map((row) => `${row.source}/${row.name}`));
  const missing = names
    .flatMap(([source, files]) => files.map((file) => `${source}/${file}`))
    .filter((file) => !applied.has(file));
  if (missing.length > 0) throw new Error(`not migrated yet: ${missing.join(', ')}`);
  migrated.add(db);
}

export interface MigrationState {
  readonly source: string;
  readonly known: number;
  readonly applied: number;
  readonly latest: string | null;
  readonly pending: readonly string[];
}

/** The state of each migration source, and the database's clock. */
export async function readSchemaState(
  db: Database,
  sources: readonly MigrationSource[],
): Promise<{ readonly now: Temporal.Instant; readonly migrations: readonly MigrationState[] }> {
  const rows = await db.acrossTenants((tx) =>
    tx.query<{ now: Temporal.Instant; source: string | null; name: string | null }>(
      `select clock_timestamp() as now, source, name from (select 1) as one left join schema_migrations on true`,
    ),
  );
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database did not answer with its time');
  const migrations = sources.map(async ({ name: source, directory }) => {
    const files = await fileNames(directory);
    const applied = rows.flatMap((row) => (row.source === source && row.name !== null ? [row.name] : []));
    const pending = files.filter((file) => !applied.includes(file));
    const latest = applied.toSorted().at(-1) ?? null;
    return { source, known: files.length, applied: applied.length, latest, pending };
  });
  return { now, migrations: await Promise.all(migrations) };
}

async function fileNames(directory: string): Promise<string[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  const misnamed = files.find((file) => !FILE_NAME.test(file));
  if (misnamed !== undefined)
    throw new Error(`${join(directory, misnamed)} is not named like 0001_what_changes.sql`);
  return files;
}

async function readMigrations(sources: readonly MigrationSource[], schema: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const { name: source, directory } of sources) {
    for (const name of await fileNames(directory)) {
      const text = await readFile(join(directory, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      migrations.push({ source, name, checksum, sql: text.replaceAll('{{schema}}', schema) });
    }
  }
  return migrations;
}

async function readJournal(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ source: string; name: string; checksum: string }>(
    'select source, name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [`${row.source}/${row.name}`, row.checksum]));
}

function pending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  return migrations.filter((migration) => {
    const checksum = applied.get(`${migration.source}/${migration.name}`);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(`${migration.source}/${migration.name} was changed after it had been applied`);
    }
    return checksum === undefined;
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (isConcurrent(migration) ? applyStepwise : applyOnce)(client, migration);
    } catch (error) {
      if (!isLockTimeout(error) || attempt >= TABLE_LOCK_ATTEMPTS) {
        throw new Error(`${migration.source}/${migration.name} failed: ${String(error)}`, { cause: error });
      }
      if (!isConcurrent(migration)) await client.query('rollback');
      await delay(RETRY_DELAY_MS);
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  await client.query(migration.sql);
  await client.query('insert into schema_migrations (source, name, checksum) values ($1, $2, $3)', [
    migration.source,
    migration.name,
    migration.checksum,
  ]);
  await client.query('commit');
}

/** The first line of a file whose statements must not be in a transaction, such as CREATE INDEX CONCURRENTLY. */
const CONCURRENT = '-- without a transaction';

function isConcurrent({ sql }: Migration): boolean {
  return sql.startsWith(CONCURRENT);
}

/** Each statement by itself. If one fails, all run again, so each must be repeatable. */
async function applyStepwise(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  // It waits for older transactions, and blocks no other statement meanwhile.
  await client.query(`set lock_timeout = ${OLDER_TRANSACTIONS_MS}`);
  for (const statement of statements) await client.query(statement);
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query(
    'insert into schema_migrations (source, name, checksum) values ($1, $2, $3) on conflict do nothing',
    [migration.source, migration.name, migration.checksum],
  );
}

/** Default privileges let the app role write all tables; the journal is read-only for it. */
function journalIsReadOnlyFor(schema: string): string {
  const roles = ['app', 'job'].map((role) => pg.escapeLiteral(`${schema}_${role}`)).join(', ');
  return `do $$ declare role_name text; begin
    for role_name in select rolname from pg_roles where rolname in (${roles}) loop
      execute format('revoke insert, update, delete, truncate on schema_migrations from %I', role_name);
    end loop; end $$`;
}
