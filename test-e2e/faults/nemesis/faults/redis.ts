import { connect } from 'node:net';
import type { Fault } from '../fault.ts';

/** Redis takes commands as plain lines. */
function command(port: number, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(`${line}\r\n`));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

export const redisFaults: Fault[] = [
  {
    name: 'redis slow',
    lasts: [3_000, 6_000],
    lane: 'machine',
    async start({ stack: { servers } }) {
      const port = (): number => servers.redis.current().port;
      await command(port(), 'CLIENT PAUSE 20000 ALL');
      return { detail: '', heal: () => command(port(), 'CLIENT UNPAUSE') };
    },
  },
  {
    name: 'redis gone',
    lasts: [2_000, 6_000],
    lane: 'machine',
    async start({ stack: { servers } }) {
      await servers.redis.kill('SIGKILL');
      return { detail: '', heal: () => servers.redis.start() };
    },
  },
  {
    name: 'redis flushed',
    lasts: [0, 100],
    lane: 'machine',
    async start({ stack: { servers } }) {
      await command(servers.redis.current().port, 'FLUSHALL');
      return { detail: '', heal: async () => {} };
    },
  },
];
