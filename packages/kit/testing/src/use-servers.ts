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
 * Streams, consumers and counters of one test file never meet those of another: each file gets a NATS account and a
 * Redis database of its own. Postgres is shared; ask `freshSchema` for a database.
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

/** Making a directory is atomic, so it settles which of several workers has a number. */
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
