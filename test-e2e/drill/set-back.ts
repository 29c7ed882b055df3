import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '@lodging/kit-testing/servers';
import type { Demo } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import type { Lodging } from '../harness/lodging.ts';

/** A copy of the database, or of one schema of it, to which it can be set back. */
export interface Dump {
  readonly file: string;
  /** Somewhat before it: what is requested from there on includes all that was lost. */
  readonly since: string;
  readonly schema: string | undefined;
}

const MARGIN = { seconds: 2 };
const run = promisify(execFile);

async function program(name: string): Promise<string> {
  const { postgres } = await findPrograms({ installMissing: false, only: ['postgres'] });
  return join(postgres.directory, name);
}

export async function dump({ demo, home }: Lodging, schema?: string): Promise<Dump> {
  const since = Temporal.Now.instant().subtract(MARGIN).toString({ smallestUnit: 'millisecond' });
  const file = join(home, `${schema ?? 'all'}.dump`);
  const part = schema === undefined ? [] : ['--schema', schema];
  await run(await program('pg_dump'), ['--format=custom', '--file', file, ...part, demo.postgresUrl]);
  return { file, since, schema };
}

/** The bus, the provider, the mailbox and Redis keep what they have; the services start from nothing. */
export async function setBack(lodging: Lodging, { file, schema }: Dump): Promise<void> {
  const before = await lodging.reread();
  const services = Object.values(before.services);
  for (const { pid } of services) process.kill(pid, 'SIGSTOP');
  await (schema === undefined ? restoreAll(before, file) : restoreSchema(before, file, schema));
  for (const { pid } of services) process.kill(pid, 'SIGKILL');
  await eventually('all services are ready again', () => areReady(lodging, before), { withinMs: 60_000 });
}

async function restoreAll({ postgresUrl }: Demo, file: string): Promise<void> {
  const server = new URL(postgresUrl);
  server.pathname = '/postgres';
  await run(await program('psql'), ['-q', '-c', 'DROP DATABASE lodging WITH (FORCE)', server.href]);
  const restored = ['--exit-on-error', '--create', '--dbname', server.href, file];
  await run(await program('pg_restore'), restored);
}

async function restoreSchema({ postgresUrl }: Demo, file: string, schema: string): Promise<void> {
  const gone = `SET client_min_messages = warning;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '${schema}%';
    DROP SCHEMA ${schema} CASCADE`;
  await run(await program('psql'), ['-q', '-c', gone, postgresUrl]);
  await run(await program('pg_restore'), ['--exit-on-error', '--dbname', postgresUrl, file]);
}

async function areReady(lodging: Lodging, before: Demo): Promise<boolean> {
  const { services } = await lodging.reread();
  const answers = await Promise.all(
    Object.entries(services).map(async ([name, { pid, healthUrl }]) => {
      if (pid === before.services[name]?.pid) return false;
      const answer = await fetch(`${healthUrl}/readyz`).catch(() => undefined);
      return answer?.ok === true;
    }),
  );
  return answers.every(Boolean);
}
