import pg from 'pg';
import type { PoolOptions } from './connection-pool.ts';

/** Finds commits that wait for a standby and do not return. */
export interface HungCommits {
  /** How many there are. The first looks find none: a commit hangs that several of them have seen. */
  count(): Promise<number>;
  /** Closes the connection, and begins with the next look as with the first one. */
  forget(): Promise<void>;
}

const HANGS_AFTER_MS = 300;
const TIMEOUT_MS = 1_000;

/** Also those of ended processes, whose commits keep their locks. A role sees the waits of its own sessions alone. */
const WAITING = `SELECT concat_ws(' ', pid, backend_start, query_start) AS id FROM pg_stat_activity
  WHERE usename = session_user AND datname = current_database() AND wait_event = 'SyncRep'`;

export function findHungCommits({ url, schema }: Pick<PoolOptions, 'url' | 'schema'>): HungCommits {
  let client: pg.Client | undefined;
  let waitingSince = new Map<string, number>();
  const forget = async (): Promise<void> => {
    waitingSince.clear();
    const ended = client;
    client = undefined;
    await ended?.end().catch(() => undefined);
  };
  return {
    async count() {
      try {
        // Not of the pool, all of whose connections may wait.
        client ??= await connect(url, `${schema} commits`);
        const { rows } = await client.query<{ id: string }>(WAITING);
        const now = performance.now();
        waitingSince = new Map(rows.map(({ id }) => [id, waitingSince.get(id) ?? now]));
        return [...waitingSince.values()].filter((since) => now - since >= HANGS_AFTER_MS).length;
      } catch {
        // Without an answer nothing is known; the timeouts of the statements remain.
        await forget();
        return 0;
      }
    },
    forget,
  };
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
