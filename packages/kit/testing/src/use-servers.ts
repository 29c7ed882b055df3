import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestServers } from './servers-of-a-run.ts';

export type { TestServers } from './servers-of-a-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    lodgingServers: TestServers & { corners?: { directory: string; count: number } };
  }
}

let mine: TestServers | undefined;

/**
 * Each test file has a NATS account and a Redis database of its own, so streams, consumers and counters are isolated.
 * Postgres is shared; `freshSchema` gives a database.
 */
export function useServers(): TestServers {
  if (mine !== undefined) return mine;
  const { corners, ...servers } = inject('lodgingServers');
  if (corners === undefined) return (mine = servers);
  const number = takeCorner(corners.directory) % corners.count;
  const nats = new URL(servers.natsUrl);
  nats.username = `file${number}`;
  nats.password = 'test';
  mine = { ...servers, natsUrl: nats.href, redisUrl: `${servers.redisUrl}/${number}` };
  return mine;
}

/** Creating a directory is atomic, so it assigns a number to one of several workers. */
function takeCorner(directory: string): number {
  for (let number = 0; ; number += 1) {
    try {
      mkdirSync(join(directory, String(number)));
      return number;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
  }
}
