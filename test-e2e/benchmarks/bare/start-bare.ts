import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats } from '@lodging/kit-testing/servers';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { insertsOfRows } from '../inserts.ts';
import type { Stage } from '../stage.ts';
import { answerBytes } from './answer-bytes.ts';
import { SERVICES } from './paths.ts';
import type { Plan } from './paths.ts';

/** Two floors: the bare look-up, and the bare path, which takes the requests of the product as they are. */
export interface Bare {
  readonly url: string;
  /** Of the rows that the look-up finds. */
  readonly ids: string[];
  stop(): Promise<void>;
}

async function run(file: string, environment: Record<string, string>): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise<void>((resolve) => child.stdout.once('data', () => resolve())),
    exited.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return async () => {
    child.kill('SIGTERM');
    await exited;
  };
}

async function makeTables(postgresUrl: string, ids: readonly string[]): Promise<Plan['inserts']> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS bench; DROP TABLE IF EXISTS bench.look_up, bench.marks;
      CREATE TABLE bench.look_up (id uuid PRIMARY KEY, body jsonb NOT NULL);
      CREATE TABLE bench.marks (id uuid PRIMARY KEY)`);
    await client.query(
      `INSERT INTO bench.look_up SELECT id, '{"available": true, "reasons": []}' FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    const [reservation = '', claim = '', event = ''] = await insertsOfRows(client);
    return { reservation, claim, event, mark: 'INSERT INTO bench.marks VALUES (gen_random_uuid())' };
  } finally {
    await client.end();
  }
}

/** On disk, as the streams of the product are. */
async function makeStream(natsUrl: string): Promise<void> {
  const connection = await connect({ servers: new URL(natsUrl).host });
  const stream = { name: 'bench', subjects: ['bench-events.>'], storage: 'file', max_msgs: 100_000 };
  const answer = await connection.request('$JS.API.STREAM.CREATE.bench', JSON.stringify(stream));
  await connection.close();
  const { error } = answer.json<{ error?: unknown }>();
  if (error !== undefined) throw new Error(`no stream: ${JSON.stringify(error)}`);
}

/** Answers each call of the provider with as many bytes as it was sent. */
async function startProvider(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

export async function startBare(stage: Stage): Promise<Bare> {
  const { postgresUrl } = stage.demo;
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const bytes = await answerBytes(stage);
  const inserts = await makeTables(postgresUrl, ids);
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'lodging-bare-nats-'));
  const nats = await startNats({ directory, users: undefined });
  await makeStream(nats.url);
  const provider = await startProvider();
  const file = join(directory, 'plan.json');
  await writeFile(
    file,
    JSON.stringify({ providerUrl: provider.url, inserts, answerBytes: bytes } satisfies Plan),
  );
  const common = { POSTGRES_URL: postgresUrl, NATS_URL: nats.url, PORT: String(port), BARE_PLAN: file };
  const ends = [await run('look-up.ts', common), await run('gateway.ts', common)];
  for (const service of SERVICES)
    ends.push(await run('hop.ts', { ...common, SERVICE: service, IDS: JSON.stringify(ids) }));
  const stop = async () => {
    for (const end of ends) await end();
    provider.stop();
    await nats.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, ids, stop };
}
