import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms, startNats, startRedis } from '@lodging/kit-testing/servers';
import type { Server } from '@lodging/kit-testing/servers';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';
import { mountVolume } from './volume.ts';
import type { Volume } from './volume.ts';

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
  readonly nats: Bus;
  readonly redis: Restartable<Server & { url: string }>;
  stop(): Promise<void>;
}

export interface Bus extends Restartable<Server & { url: string }> {
  /** Of its streams; undefined where the machine does not allow a volume of its own. */
  readonly volume: Volume | undefined;
  loseStore(): void;
}

const STREAMS_MEGABYTES = 200;

export async function startServers(directory: string): Promise<Servers> {
  const programs = await findPrograms({ installMissing: true });
  const [postgres, nats, redis] = await Promise.all([
    startDatabase(directory, programs.postgres),
    startBus(join(directory, 'nats'), programs.natsServer),
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

async function startBus(directory: string, program: string): Promise<Bus> {
  const streams = join(directory, 'jetstream');
  mkdirSync(streams, { recursive: true });
  const volume = await mountVolume(streams, STREAMS_MEGABYTES);
  const server = await restartable('NATS', () => startNats({ directory, users: undefined, program }));
  return {
    ...server,
    volume,
    loseStore() {
      for (const name of readdirSync(streams)) rmSync(join(streams, name), { recursive: true, force: true });
    },
    async stop() {
      await server.stop();
      await volume?.unmount();
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
