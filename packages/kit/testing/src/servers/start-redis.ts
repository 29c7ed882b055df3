import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { probeLine, probePort } from './probe-line.ts';
import { writeTlsFiles } from './tls-files.ts';
import type { ServerTls } from './tls-files.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';

export interface RedisToStart {
  directory: string;
  port?: number | undefined;
  databases?: number;
  program?: string | undefined;
  tls?: ServerTls | undefined;
}

export async function startRedis(options: RedisToStart): Promise<Server & { url: string }> {
  const program =
    options.program ?? (await findPrograms({ installMissing: false, only: ['redis'] })).redisServer;
  mkdirSync(options.directory, { recursive: true });
  const tls = options.tls && writeTlsFiles(options.directory, options.tls);
  const server = await runServer({
    name: 'Redis',
    port: options.port,
    command: (port) => ({
      command: program,
      args: [
        ...listenArgs(port, tls),
        '--bind',
        '127.0.0.1',
        '--dir',
        options.directory,
        '--save',
        '',
        '--appendonly',
        'no',
        '--databases',
        String(options.databases ?? 16),
      ],
      logFile: join(options.directory, 'redis.log'),
    }),
    // A server with TLS does not answer a probe in clear text; that it accepts the connection is enough.
    probe: (port) => (tls === undefined ? probeLine(port, 'PING\r\n', /^\+PONG/) : probePort(port)),
  });
  return {
    ...server,
    url: tls === undefined ? `redis://127.0.0.1:${server.port}` : `rediss://localhost:${server.port}`,
  };
}

function listenArgs(port: number, tls: ReturnType<typeof writeTlsFiles> | undefined): string[] {
  if (tls === undefined) return ['--port', String(port)];
  const { certFile, keyFile } = tls;
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
  return ['--port', '0', '--tls-port', String(port), ...files, '--tls-auth-clients', 'no'];
}
