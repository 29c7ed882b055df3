import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@lodging/kit-testing/servers';
import pg from 'pg';
import type { Demo } from '../../harness/demo.ts';

export interface Bare {
  readonly url: string;
  readonly ids: string[];
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
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

export async function startBare(demo: Demo): Promise<Bare> {
  const client = new pg.Client({ connectionString: demo.postgresUrl });
  await client.connect();
  const ids = Array.from({ length: 200 }, () => randomUUID());
  await client.query(`CREATE SCHEMA IF NOT EXISTS bench; DROP TABLE IF EXISTS bench.look_up;
    CREATE TABLE bench.look_up (id uuid PRIMARY KEY, body jsonb NOT NULL)`);
  await client.query(
    `INSERT INTO bench.look_up SELECT id, '{"available": true, "reasons": []}' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );
  await client.end();
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'lodging-bare-nats-'));
  const nats = await startNats({ directory, users: undefined });
  const common = { POSTGRES_URL: demo.postgresUrl, NATS_URL: nats.url, PORT: String(port) };
  const ends = [await run('look-up.ts', common), await run('gateway.ts', common)];
  const stop = async () => {
    for (const end of ends) await end();
    await nats.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, ids, stop };
}
