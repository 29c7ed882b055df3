import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Bare } from './bare/start-bare.ts';
import { insertsOfRows } from './inserts.ts';
import { sendEachOnce, type Load, type Sample } from './load.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';
import { alternate, turnsOf, type Paired } from './turns.ts';

function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions).map((version) => `${versions}/${version}/bin`)
    : [];
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...debian];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

/** Transactions that take about a turn, on two processors. */
const OF_A_TURN: Record<number, number> = { 1: 400, 8: 1_000, 32: 1_000 };

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

/** Warms up the bare path, whose code is little. */
const WARM_UP_TURNS = 2;

/**
 * Product, pgbench with the same inserts and the bare path with the same requests in turn, for each number of
 * connections; the product is warm.
 */
export async function besidePgbench(stage: Stage, bare: Bare, { prepare, put }: Measured): Promise<Paired[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lodging-pgbench-'));
  const script = join(folder, 'inserts.sql');
  const results: Paired[] = [];
  try {
    for (const connections of [1, 8, 32]) {
      const turns = turnsOf(stage);
      const lanes = await prepare(connections, turns);
      await withDatabase(stage.demo, (client) => writeInserts(client, script));
      const partsOfLanes = () => {
        let turn = 0;
        return () => {
          const [from, to] = [turn / turns, (turn + 1) / turns];
          turn = (turn + 1) % turns;
          return lanes.map((lane) => lane.slice(lane.length * from, lane.length * to));
        };
      };
      const [ofProduct, ofPath] = [partsOfLanes(), partsOfLanes()];
      const product = () => put(ofProduct());
      const path = () => sendEachOnce(bare.url, {}, ofPath());
      const inserts = () => pgbench(stage, script, connections);
      await inserts();
      for (let turn = 0; turn < Math.min(WARM_UP_TURNS, turns); turn += 1) await path();
      results.push(await alternate(stage, { connections, product, bare: inserts, path }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

async function writeInserts(client: pg.Client, script: string): Promise<void> {
  const inserts = await insertsOfRows(client);
  await writeFile(script, ['BEGIN;', ...inserts.map((insert) => `${insert};`), 'COMMIT;', ''].join('\n'));
}
