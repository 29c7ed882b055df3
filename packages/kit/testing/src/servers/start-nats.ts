import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { natsConfig } from './nats-config.ts';
import type { NatsPeer, NatsUser } from './nats-config.ts';
import { probeLine } from './probe-line.ts';
import { writeTlsFiles } from './tls-files.ts';
import type { ServerTls } from './tls-files.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';

export interface NatsToStart {
  directory: string;
  port?: number | undefined;
  /** Without users every connection may do everything. */
  users: NatsUser[] | undefined;
  program?: string | undefined;
  tls?: ServerTls | undefined;
  /** Without it the server is alone. */
  peer?: NatsPeer | undefined;
  /** Of all streams; without it the server takes what its disk allows. */
  maxFileStoreBytes?: number | undefined;
}

export async function startNats(options: NatsToStart): Promise<Server & { url: string }> {
  const program =
    options.program ?? (await findPrograms({ installMissing: false, only: ['nats'] })).natsServer;
  mkdirSync(options.directory, { recursive: true });
  const tls = options.tls && writeTlsFiles(options.directory, options.tls);
  const configFile = join(options.directory, 'nats.conf');
  const server = await runServer({
    name: 'NATS',
    port: options.port,
    command: (port) => {
      const storeDirectory = join(options.directory, 'jetstream');
      const { users, peer, maxFileStoreBytes } = options;
      const config = natsConfig({ port, storeDirectory, users, tls, peer, maxFileStoreBytes });
      writeFileSync(configFile, config, { mode: 0o600 });
      return { command: program, args: ['-c', configFile], logFile: join(options.directory, 'nats.log') };
    },
    probe: (port) => probeLine(port, '', /^INFO .*"jetstream":true/),
  });
  return {
    ...server,
    url: tls === undefined ? `nats://127.0.0.1:${server.port}` : `tls://localhost:${server.port}`,
  };
}
