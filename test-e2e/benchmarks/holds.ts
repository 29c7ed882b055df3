import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { makeLodging } from '../harness/own-tenant.ts';
import { quote, type Wish } from '../harness/stay.ts';
import { drain, median, sendEachOnce, type Figures } from './load.ts';
import { multiplyResource, withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';

export interface PairedHolds {
  readonly connections: number;
  readonly barePerSecond: number;
  readonly product: Figures;
  readonly ratio: number;
}

/** The tables with rows of a hold, and the columns that differ from row to row. */
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
    String(stage.seconds),
    stage.demo.postgresUrl,
  ];
  const { stdout } = await promisify(execFile)(program, words);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
}

async function prepareQuotes(stage: Stage, wishes: Wish[]): Promise<string[]> {
  const tokens: string[] = [];
  await drain(wishes, 16, async (wish) => {
    tokens.push((await quote(stage.secret, wish)).signedQuoteToken);
    return 200;
  });
  return tokens;
}

/** Each hold has separate nights, so that none is refused. */
async function holdsOnce(stage: Stage, tokens: string[], connections: number): Promise<Figures> {
  const requests = tokens.map((signedQuoteToken) => ({
    method: 'POST' as const,
    path: '/v1/holds',
    body: JSON.stringify({ signedQuoteToken }),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  }));
  const headers = { authorization: `Bearer ${stage.key}` };
  const share = Math.floor(requests.length / connections);
  const lanes = Array.from({ length: connections }, (_, lane) =>
    requests.slice(lane * share, (lane + 1) * share),
  );
  return sendEachOnce(stage.demo.gatewayUrl, headers, lanes);
}

/** Holds on rooms created for them, with quotes prepared before the measurement. */
export async function holdsAsFastAsTheyGo(stage: Stage, connections: number): Promise<Figures> {
  const room = await makeLodging(stage.secret, { units: 1 });
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const rooms = await withDatabase(stage.demo, (client) => roomsFor(client, room, HOLDS[connections] ?? 0));
  const tokens = await prepareQuotes(
    stage,
    rooms.map((one) => ({ ...one, ...window, partySize: 1 })),
  );
  return holdsOnce(stage, tokens, connections);
}

/** Enough for about two seconds. */
const HOLDS: Record<number, number> = { 1: 400, 8: 1_200, 32: 1_600 };
/** Node compiles hot code while it runs, and pgbench does not: both are measured warm. */
const WARM_UP = { connections: 32, holds: 1_600 };

export async function measureHolds(stage: Stage): Promise<PairedHolds[]> {
  const room = await makeLodging(stage.secret, { units: 1 });
  return withDatabase(stage.demo, async (client) => {
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    const folder = await mkdtemp(join(tmpdir(), 'lodging-pgbench-'));
    const results: PairedHolds[] = [];
    let day = 30;
    const placeHolds = async (connections: number, holds: number): Promise<Figures> => {
      const start = Temporal.Now.plainDateISO('UTC').add({ days: (day += 3) });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      const rooms = await roomsFor(client, room, holds);
      const wishes = rooms.map((one) => ({ ...one, ...window, partySize: 1 }));
      return holdsOnce(stage, await prepareQuotes(stage, wishes), connections);
    };
    await placeHolds(WARM_UP.connections, WARM_UP.holds);
    for (const connections of [1, 8, 32]) {
      const rounds: { barePerSecond: number; product: Figures }[] = [];
      for (let round = 0; round < stage.rounds; round += 1) {
        const product = await placeHolds(connections, HOLDS[connections] ?? 0);
        const script = join(folder, 'hold.sql');
        const inserts = [];
        for (const row of ROWS) inserts.push(await insertOf(client, row));
        await writeFile(script, ['BEGIN;', ...inserts, 'COMMIT;', ''].join('\n'));
        rounds.push({ product, barePerSecond: await pgbench(stage, script, connections) });
      }
      const ratios = rounds.map((one) => one.product.perSecond / one.barePerSecond);
      const middle = rounds[ratios.indexOf(median(ratios))] ?? rounds[0];
      if (middle !== undefined) results.push({ connections, ...middle, ratio: median(ratios) });
    }
    await rm(folder, { recursive: true, force: true });
    return results;
  });
}

/** Copies of a room with copies of its plan and prices, by SQL, since making thousands through the API takes minutes. */
async function roomsFor(client: pg.Client, room: { id: string; ratePlanId: string }, count: number) {
  const ids = await multiplyResource(client, room.id, count);
  const { rows } = await client.query<{ id: string; resource_id: string }>(
    `INSERT INTO inventory.rate_plans
     SELECT (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'resource_id', room.id))).*
     FROM inventory.rate_plans AS original, unnest($2::uuid[]) AS room (id) WHERE original.id = $1 RETURNING id, resource_id`,
    [room.ratePlanId, ids],
  );
  await client.query(
    `INSERT INTO inventory.pricing
     SELECT (jsonb_populate_record(original, jsonb_build_object('resource_id', plan.resource_id, 'rate_plan_id', plan.id))).*
     FROM inventory.pricing AS original, inventory.rate_plans AS plan
     WHERE original.rate_plan_id = $1 AND plan.id = ANY ($2::uuid[])`,
    [room.ratePlanId, rows.map((row) => row.id)],
  );
  return rows.map((row) => ({ resourceId: row.resource_id, ratePlanId: row.id }));
}
