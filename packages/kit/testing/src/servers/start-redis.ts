import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { probeLine } from './probe-line.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';

export interface RedisToStart {
  directory: string;
  port?: number | undefined;
  databases?: number;
  program?: string | undefined;
}

export async function startRedis(options: RedisToStart): Promise<Server & { url: string }> {
  const program =
    options.program ?? (await findPrograms({ installMissing: false, only: ['redis'] })).redisServer;
  mkdirSync(options.directory, { recursive: true });
  const server = await runServer({
    name: 'Redis',
    port: options.port,
    command: (port) => ({
      command: program,
      args: [
        '--port',
        String(port),
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
    probe: (port) => probeLine(port, 'PING\r\n', /^\+PONG/),
  });
  return { ...server, url: `redis://127.0.0.1:${server.port}` };
}
