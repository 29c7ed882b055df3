import { join } from 'node:path';
import { findPrograms, startRedis } from '@lodging/kit-testing/servers';
import type { Server } from '@lodging/kit-testing/servers';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startNatsOfRun } from './nats.ts';
import type { Nats } from './nats.ts';
import { restartable } from './restartable.ts';
import type { Restartable } from './restartable.ts';

export interface Servers {
  readonly postgres: Database;
  readonly nats: Nats;
  readonly redis: Restartable<Server & { url: string }>;
  stop(): Promise<void>;
}

export interface ServerLimits {
  /** What the streams may take; without it what the disk has. */
  readonly streamsMegabytes?: number;
}

export async function startServers(
  directory: string,
  { streamsMegabytes }: ServerLimits = {},
): Promise<Servers> {
  const programs = await findPrograms({ installMissing: true });
  const [postgres, nats, redis] = await Promise.all([
    startDatabase(directory, programs.postgres),
    startNatsOfRun({ directory: join(directory, 'nats'), program: programs.natsServer, streamsMegabytes }),
    restartable('Redis', () =>
      startRedis({ directory: join(directory, 'redis'), program: programs.redisServer }),
    ),
  ]);
  return {
    postgres,
    nats,
    redis,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
    },
  };
}
