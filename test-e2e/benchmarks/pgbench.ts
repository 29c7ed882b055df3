import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Load, Sample } from './load.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';
import { takeTurns, turnsOf, type Paired } from './turns.ts';

/** The tables with rows of a hold or a booking, and the columns that differ from row to row. */
const ROWS = [
  { table: 'reservations.reservations', fresh: ['id', 'idempotency_key', 'quote_id'] },
  { table: 'inventory.claims', fresh: ['claim_id', 'resource_id'] },
  { table: 'reservations.outbox', fresh: ['id', 'aggregate_id'] },
];

function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions).map((version) => `${versions}/${version}/bin`)
    : [];
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...debian];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

/** An INSERT of the newest real row into a copy of its table, with literal values except for these columns. */
async function insertOf(client: pg.Client, { table, fresh }: (typeof ROWS)[number]): Promise<string> {
  const copy = `bench.${table.split('.')[1]}`;
  await client.query(`DROP TABLE IF EXISTS ${copy}; CREATE TABLE ${copy} (LIKE ${table} INCLUDING ALL)`);
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''`,
    [table],
  );
  const values = columns.map(({ name, type }) =>
    fresh.includes(name) ? `'gen_random_uuid()'` : `quote_nullable("${name}"::text) || '::${type}'`,
  );
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws(', ', ${values.join(', ')}) AS line FROM ${table} ORDER BY created_at DESC LIMIT 1`,
  );
  if (rows[0] === undefined) throw new Error(`${table} has no row to copy`);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return `INSERT INTO ${copy} (${names}) VALUES (${rows[0].line});`;
}

/** Transactions that take about a turn, on two processors. */
const OF_A_TURN: Record<number, number> = { 1: 500, 8: 1_400, 32: 1_400 };

async function pgbench({ demo }: Stage, script: string, clients: number): Promise<Sample> {
  const program = findPgbench();
  if (program === undefined) throw new Error('pgbench is not installed; it comes with PostgreSQL');
  const each = Math.ceil((OF_A_TURN[clients] ?? 0) / clients);
  const amounts = ['-c', String(clients), '-j', '2', '-t', String(each)];
  const { stdout } = await promisify(execFile)(program, ['-n', '-f', script, ...amounts, demo.postgresUrl]);
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  const averageMs = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  const count = each * clients;
  return {
    seconds: count / perSecond,
    times: Array.from({ length: count }, () => averageMs),
    statuses: { 200: count },
  };
}

interface Measured {
  /** Requests for so many turns, in a lane for each connection. */
  readonly prepare: (connections: number, turns: number) => Promise<Load['requests'][]>;
  readonly put: (lanes: Load['requests'][]) => Promise<Sample>;
}

/** Product and pgbench with the same inserts in turn, for each number of connections; the product is warm. */
export async function besidePgbench(stage: Stage, { prepare, put }: Measured): Promise<Paired[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lodging-pgbench-'));
  const script = join(folder, 'inserts.sql');
  const results: Paired[] = [];
  try {
    for (const connections of [1, 8, 32]) {
      const turns = turnsOf(stage);
      const lanes = await prepare(connections, turns);
      await withDatabase(stage.demo, (client) => writeInserts(client, script));
      let turn = 0;
      const product = () => {
        const [from, to] = [turn / turns, (turn + 1) / turns];
        turn += 1;
        return put(lanes.map((lane) => lane.slice(lane.length * from, lane.length * to)));
      };
      const bare = () => pgbench(stage, script, connections);
      await bare();
      results.push(await takeTurns(stage, { connections, product, bare }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

async function writeInserts(client: pg.Client, script: string): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS bench');
  const inserts = [];
  for (const row of ROWS) inserts.push(await insertOf(client, row));
  await writeFile(script, ['BEGIN;', ...inserts, 'COMMIT;', ''].join('\n'));
}
