import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms, scratchDirectory, startNats, startPostgres, startRedis } from './servers/index.ts';

export interface TestServers {
  postgresAdminUrl: string;
  natsUrl: string;
  redisUrl: string;
}

export interface ServersOfARun {
  servers: TestServers & { corners?: { directory: string; count: number } };
  stop(): Promise<void>;
}

/** More test files than this share accounts. */
const CORNERS = 400;

/** The data need not survive a crash. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export async function startServersOfARun(): Promise<ServersOfARun> {
  // Prometheus is no server of the run; it is installed here once, before test files do it concurrently.
  const programs = await findPrograms({
    installMissing: true,
    only: ['postgres', 'nats', 'redis', 'prometheus'],
  });
  const directory = scratchDirectory('test');
  // Postgres may run as another user, which must be able to enter the directory.
  chmodSync(directory, 0o711);
  const corners = join(directory, 'corners');
  mkdirSync(corners);
  const users = Array.from({ length: CORNERS }, (_, index) => ({
    user: `file${index}`,
    password: 'test',
    account: `file${index}`,
  }));
  const [postgres, nats, redis] = await Promise.all([
    startPostgres({
      directory: join(directory, 'postgres'),
      settings: UNSAFE,
      programs: programs.postgres,
    }),
    startNats({ directory: join(directory, 'nats'), users, program: programs.natsServer }),
    startRedis({ directory: join(directory, 'redis'), databases: CORNERS, program: programs.redisServer }),
  ]);
  return {
    servers: {
      postgresAdminUrl: postgres.adminUrl,
      natsUrl: nats.url,
      redisUrl: redis.url,
      corners: { directory: corners, count: CORNERS },
    },
    async stop() {
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
