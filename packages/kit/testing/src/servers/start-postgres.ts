import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPrograms } from './find-programs.ts';
import { isAlive } from './is-alive.ts';
import type { Programs } from './find-programs.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';
import { writeTlsFiles } from './tls-files.ts';
import type { ServerTls } from './tls-files.ts';
import { directoryFor, unprivilegedUser } from './unprivileged-user.ts';
import type { User } from './unprivileged-user.ts';

export interface PostgresToStart {
  directory: string;
  port?: number | undefined;
  settings?: Record<string, string>;
  programs?: Programs['postgres'] | undefined;
  tls?: ServerTls | undefined;
}

interface Cluster {
  data: string;
  passwordFile: string;
  user: User | undefined;
}

export async function startPostgres(options: PostgresToStart): Promise<Server & { adminUrl: string }> {
  const programs =
    options.programs ?? (await findPrograms({ installMissing: false, only: ['postgres'] })).postgres;
  const user = unprivilegedUser();
  const directory = directoryFor(user, options.directory);
  const cluster = { data: join(directory, 'data'), passwordFile: join(directory, 'password'), user };
  const settings = { ...DEFAULTS, ...tlsSettings(directory, options.tls, user), ...options.settings };
  if (existsSync(join(cluster.data, 'PG_VERSION'))) assertSameMajor(programs, cluster.data);
  else createCluster(programs, cluster, settings['fsync'] !== 'off');
  const password = readFileSync(cluster.passwordFile, 'utf8').trim();
  const adminUrl = (port: number): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await untilUnlocked(cluster.data);
  const server = await runServer({
    name: 'Postgres',
    port: options.port,
    command: (port) => ({
      command: programs.postgres,
      args: ['-D', cluster.data, '-p', String(port), ...Object.entries(settings).flatMap(asFlag)],
      logFile: join(directory, 'postgres.log'),
      cwd: directory,
      user,
      // SIGINT is the fast shutdown of Postgres: it does not wait for clients to disconnect.
      stopSignal: 'SIGINT',
    }),
    probe: (port) => probe(adminUrl(port)),
    startWithinMs: 60_000,
  });
  return { ...server, adminUrl: adminUrl(server.port) };
}

const DEFAULTS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Parameters, and the details of errors, may hold personal data.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
};

function tlsSettings(
  directory: string,
  tls: ServerTls | undefined,
  user: User | undefined,
): Record<string, string> {
  if (tls === undefined) return {};
  const { certFile, keyFile } = writeTlsFiles(directory, tls, user);
  return { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile };
}

function asFlag([name, value]: [string, string]): string[] {
  return ['-c', `${name}=${value}`];
}

function createCluster(programs: Programs['postgres'], cluster: Cluster, durable: boolean): void {
  rmSync(cluster.data, { recursive: true, force: true });
  writeFileSync(cluster.passwordFile, `${randomBytes(18).toString('hex')}\n`, { mode: 0o600 });
  if (cluster.user !== undefined) chownSync(cluster.passwordFile, cluster.user.uid, cluster.user.gid);
  const args = [
    `--pgdata=${cluster.data}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    '--auth-local=reject',
    '--auth-host=scram-sha-256',
    `--pwfile=${cluster.passwordFile}`,
    ...(durable ? [] : ['--no-sync']),
  ];
  const made = spawnSync(programs.initdb, args, { ...cluster.user, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(cluster.data, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stderr || made.error?.message || ''}`);
  }
}

function assertSameMajor(programs: Programs['postgres'], data: string): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const found = spawnSync(programs.postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const major = /\b(\d+)(?:\.|\b)/.exec(found)?.[1];
  if (major !== undefined && major !== made) {
    throw new Error(
      `The data in ${data} was made by PostgreSQL ${made}, but this machine has ${major}. Remove the directory to start with an empty database.`,
    );
  }
}

/** A previous server that was killed may need a moment to release the directory. */
async function untilUnlocked(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const deadline = performance.now() + 15_000;
  while (existsSync(lock)) {
    // Without this, Postgres would take a zombie of a previous server for a running one and refuse to start.
    if (!isAlive(Number(readFileSync(lock, 'utf8').split('\n')[0]))) return rmSync(lock, { force: true });
    if (performance.now() > deadline) throw new Error(`Another Postgres is using ${data}; stop it first.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function probe(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}
