import { execFile } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@lodging/kit-testing/servers';
import type { Programs } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { mountVolume } from './volume.ts';
import type { Volume } from './volume.ts';

type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** The database server of the run: it can be killed, started again, fail over to a standby, and run out of disk. */
export interface Database {
  readonly name: string;
  current(): PostgresServer;
  kill(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Makes a synchronous standby, kills the primary and promotes the standby. Returns after the promotion. */
  failOver(): Promise<void>;
  /** Undefined where the machine does not allow a volume of its own. */
  readonly volume: Volume | undefined;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const SETTINGS = {
  max_wal_size: '128MB',
  wal_keep_size: '64MB',
  max_connections: '200',
  // What a commit has not flushed itself is really lost in a crash.
  wal_writer_delay: '10s',
};
const VOLUME_MEGABYTES = 900;

export async function startDatabase(directory: string, programs: Programs['postgres']): Promise<Database> {
  const place = join(directory, 'volume');
  mkdirSync(place, { recursive: true });
  const volume = await mountVolume(place, VOLUME_MEGABYTES);
  let generation = 1;
  const at = (number: number): string => join(place, `postgres-${number}`);
  const launch = (number: number): Promise<PostgresServer> => {
    mkdirSync(at(number), { recursive: true });
    return startPostgres({ directory: at(number), settings: SETTINGS, programs });
  };
  let server = await launch(generation);
  const query: Database['query'] = (text, values) => queryOnce(server.adminUrl, text, values);

  return {
    name: 'Postgres',
    current: () => server,
    volume,
    query: (text, values) => query(text, values),
    async kill(signal) {
      process.kill(server.pid, signal);
      await server.exited;
    },
    async start() {
      server = await launch(generation);
    },
    async failOver() {
      const primary = server;
      const next = generation + 1;
      await copyCluster(programs, primary.adminUrl, { from: at(generation), to: at(next) });
      const standby = await launch(next);
      try {
        await setStandbys(primary.adminUrl, '*');
        await untilStreaming(primary.adminUrl);
      } catch (error) {
        // A primary that waits for a standby which is gone commits nothing.
        await setStandbys(primary.adminUrl, '');
        await standby.stop();
        throw error;
      }
      process.kill(primary.pid, 'SIGKILL');
      await primary.exited;
      await queryOnce(standby.adminUrl, 'SELECT pg_promote()');
      await setStandbys(standby.adminUrl, '');
      rmSync(at(generation), { recursive: true, force: true });
      [server, generation] = [standby, next];
    },
    async stop() {
      await server.stop();
      await volume?.unmount();
    },
  };
}

/** Empty: commits wait for no standby. Not a flag of the server, which would win over it. */
async function setStandbys(url: string, names: string): Promise<void> {
  await queryOnce(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await queryOnce(url, 'SELECT pg_reload_conf()');
}

async function copyCluster(
  programs: Programs['postgres'],
  url: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const data = join(to, 'data');
  const copy = ['-d', url, '-D', data, '-X', 'stream', '-c', 'fast', '--write-recovery-conf', '--no-sync'];
  await promisify(execFile)(join(programs.directory, 'pg_basebackup'), copy);
  writeFileSync(join(data, 'standby.signal'), '');
  copyFileSync(join(from, 'password'), join(to, 'password'));
  const owner = statSync(join(from, 'data'));
  if (process.getuid?.() === 0) {
    await promisify(execFile)('chown', ['-R', `${owner.uid}:${owner.gid}`, to]);
    chownSync(to, owner.uid, owner.gid);
  }
  chmodSync(data, 0o700);
}

async function untilStreaming(url: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const rows = await queryOnce(
      url,
      `SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`,
    );
    if (rows.length > 0) return;
    if (performance.now() > deadline) throw new Error('the standby does not follow the primary');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function queryOnce<Row extends pg.QueryResultRow>(
  adminUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const url = new URL(adminUrl);
  if (!/SYSTEM|pg_/.test(text)) url.pathname = '/lodging';
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
