import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms, startPostgres } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { eventually } from '../harness/eventually.ts';

const run = promisify(execFile);
const RECOVERED_MS = 60_000;

/** A Postgres that archives its log, is backed up as a whole, and is made again to a moment: a point-in-time recovery. */
export interface ArchivedPostgres {
  readonly adminUrl: string;
  /** A base backup, with the log up to its end in the archive. */
  backUp(): Promise<void>;
  /** Ends the server and removes its files, as if its volumes were deleted. The archive stays. */
  destroy(): Promise<void>;
  /** From the newest base backup before the moment, and the archive `reads`, at the same port and with the same passwords; it then writes `writes`. */
  recover(moment: { targetTime: string; reads: string; writes: string }): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** `directory` is read by the user that Postgres runs as. */
export async function startArchivedPostgres(directory: string): Promise<ArchivedPostgres> {
  chmodSync(directory, 0o755);
  const home = join(directory, 'server');
  const bases: { path: string; completedAt: Temporal.Instant }[] = [];
  const { postgres } = await findPrograms({ installMissing: false, only: ['postgres'] });
  let server = await startPostgres({ directory: home, settings: archiving(directory, 'postgres') });
  const { adminUrl, port } = server;
  const owner = statSync(join(home, 'data'));
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    adminUrl,
    query,
    async backUp() {
      const base = join(directory, `base-${bases.length}`);
      const to = ['--pgdata', base, '--checkpoint=fast', '--wal-method=none', '--dbname', adminUrl];
      await run(join(postgres.directory, 'pg_basebackup'), to);
      bases.push({ path: base, completedAt: Temporal.Now.instant() });
      // The password of the superuser is beside the data.
      cpSync(join(home, 'password'), join(directory, 'password'));
    },
    async destroy() {
      await server.stop();
      rmSync(home, { recursive: true });
    },
    async recover({ targetTime, reads, writes }) {
      const data = join(home, 'data');
      const target = Temporal.Instant.from(targetTime);
      const base = bases.findLast(({ completedAt }) => Temporal.Instant.compare(completedAt, target) <= 0);
      if (base === undefined) throw new Error(`there is no base backup from before ${targetTime}`);
      mkdirSync(home, { mode: 0o755 });
      cpSync(base.path, data, { recursive: true });
      cpSync(join(directory, 'password'), join(home, 'password'));
      writeFileSync(join(data, 'recovery.signal'), '');
      const settings = [
        `restore_command = 'cp ${join(directory, 'archives', reads)}/%f %p'`,
        `recovery_target_time = '${targetTime}'`,
        `recovery_target_action = 'promote'`,
      ];
      appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
      execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, home]);
      chmodSync(data, 0o700);
      server = await startPostgres({ directory: home, port, settings: archiving(directory, writes) });
      const reached = 'SELECT NOT pg_is_in_recovery() AS done';
      await eventually(
        'the recovery has reached its moment',
        async () => (await query<{ done: boolean }>(reached))[0]?.done,
        { withinMs: RECOVERED_MS },
      );
    },
    stop: () => server.stop(),
  };
}

function archiving(directory: string, name: string): Record<string, string> {
  const archive = join(directory, 'archives', name);
  mkdirSync(archive, { recursive: true });
  chmodSync(archive, 0o777);
  return {
    archive_mode: 'on',
    // A file that is there is never replaced: it would be of another history.
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    wal_level: 'replica',
  };
}
