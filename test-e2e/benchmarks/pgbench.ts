import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Figures } from './load.ts';
import { median } from './load.ts';
import { withDatabase } from './multiply.ts';
import { withProcessorTime } from './processes.ts';
import { secondsOfBare } from './stage.ts';
import type { Stage } from './stage.ts';

export interface PairedWrites {
  readonly connections: number;
  readonly barePerSecond: number;
  readonly product: Figures;
  readonly ratio: number;
}

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

async function pgbench(stage: Stage, script: string, clients: number): Promise<number> {
  const program = findPgbench();
  if (program === undefined) throw new Error('pgbench is not installed; it comes with PostgreSQL');
  const words = [
    '-n',
    '-f',
    script,
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(secondsOfBare(stage)),
    stage.demo.postgresUrl,
  ];
  const { stdout } = await promisify(execFile)(program, words);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
}

export interface Measured<Prepared> {
  readonly prepare: (connections: number) => Promise<Prepared>;
  readonly put: (connections: number, prepared: Prepared) => Promise<Figures>;
}

/** Product and pgbench with the same inserts alternately, `stage.rounds` times for each number of connections. */
export async function beside<Prepared>(
  stage: Stage,
  { prepare, put }: Measured<Prepared>,
): Promise<PairedWrites[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lodging-pgbench-'));
  const script = join(folder, 'inserts.sql');
  const results: PairedWrites[] = [];
  await withDatabase(stage.demo, async (client) => {
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    for (const connections of [1, 8, 32]) {
      const rounds: { barePerSecond: number; product: Figures }[] = [];
      for (let round = 0; round < stage.rounds; round += 1) {
        const prepared = await prepare(connections);
        const product = await withProcessorTime(stage.demo, () => put(connections, prepared));
        const inserts = [];
        for (const row of ROWS) inserts.push(await insertOf(client, row));
        await writeFile(script, ['BEGIN;', ...inserts, 'COMMIT;', ''].join('\n'));
        rounds.push({ product, barePerSecond: await pgbench(stage, script, connections) });
      }
      const ratios = rounds.map((one) => one.product.perSecond / one.barePerSecond);
      const middle = rounds[ratios.indexOf(median(ratios))] ?? rounds[0];
      if (middle !== undefined) results.push({ connections, ...middle, ratio: median(ratios) });
    }
  });
  await rm(folder, { recursive: true, force: true });
  return results;
}
