import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms, startNats, startRedis } from '@lodging/kit-testing/servers';
import type { Server } from '@lodging/kit-testing/servers';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';

/** A server that can be killed and started again, each time on another port. */
export interface Restartable<S extends Server = Server> {
  readonly name: string;
  current(): S;
  kill(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Servers {
  readonly postgres: Database;
  readonly nats: Restartable<Server & { url: string }> & { loseStore(): void };
  readonly redis: Restartable<Server & { url: string }>;
  stop(): Promise<void>;
}

export async function startServers(directory: string): Promise<Servers> {
  const programs = await findPrograms({ installMissing: true });
  const store = join(directory, 'nats');
  const [postgres, nats, redis] = await Promise.all([
    startDatabase(directory, programs.postgres),
    restartable('NATS', () =>
      startNats({ directory: store, users: undefined, program: programs.natsServer }),
    ),
    restartable('Redis', () =>
      startRedis({ directory: join(directory, 'redis'), program: programs.redisServer }),
    ),
  ]);
  return {
    postgres,
    nats: {
      ...nats,
      loseStore: () => rmSync(join(store, 'jetstream'), { recursive: true, force: true }),
    },
    redis,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
    },
  };
}

export async function restartable<S extends Server>(
  name: string,
  launch: () => Promise<S>,
): Promise<Restartable<S>> {
  let server = await launch();
  return {
    name,
    current: () => server,
    async kill(signal) {
      process.kill(server.pid, signal);
      await server.exited;
    },
    async start() {
      server = await launch();
    },
    async stop() {
      try {
        process.kill(server.pid, 'SIGCONT');
      } catch {
        return;
      }
      await server.stop();
    },
  };
}
