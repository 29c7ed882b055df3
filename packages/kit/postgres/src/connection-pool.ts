import type { Logger } from '@lodging/kit-runtime';
import pg from 'pg';
import { asUnavailable, Busy } from './errors.ts';
import { watchPool } from './watch-pool.ts';

export interface PoolOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
  readonly maxConnections?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

const DEFAULT_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 2000;
/** Below the statement's limit, so that a wait for a lock is told from a slow statement: 1.8 s of 2 s. */
const LOCK_SHARE_OF_STATEMENT = 0.9;
const MAX_LOCK_TIMEOUT_MS = 1800;
const IDLE_IN_TRANSACTION_MS = 5000;
const CHECKOUT_LIMIT_MS = 1000;
const CONNECT_LIMIT_MS = 3000;
const IDLE_CONNECTION_MS = 300_000;
/** The server ends a late statement itself; this is for a server that does not answer at all. */
const SILENCE_LIMIT_MS = 3000;
/**
 * Without sequential scans where an index will do: a prepared statement keeps the plan that was best while its table was
 * tiny, and a burst fills the table long before the next ANALYZE makes Postgres think again.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

export interface ConnectionPool {
  /** The most connections there can be. */
  readonly size: number;
  checkOut(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

export function openPool(options: PoolOptions): ConnectionPool {
  const max = options.maxConnections ?? DEFAULT_CONNECTIONS;
  const statementTimeout = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    pipeline: true,
    max,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    application_name: options.schema,
    // All of these travel in the startup message.
    statement_timeout: statementTimeout,
    lock_timeout: Math.min(MAX_LOCK_TIMEOUT_MS, Math.floor(statementTimeout * LOCK_SHARE_OF_STATEMENT)),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `-c search_path=${options.schema} -c timezone=UTC -c datestyle=ISO ${PLANNING}`,
    query_timeout: statementTimeout + SILENCE_LIMIT_MS,
  });
  // An idle connection that the server closes is replaced at the next use. Without listeners the error ends the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const waits = watchPool(options.schema, pool, max);
  return {
    size: max,
    checkOut: () =>
      pool.idleCount === 0 && pool.totalCount >= max ? waits.measure(waitFor(pool)) : connect(pool),
    close: () => {
      waits.end();
      return pool.end();
    },
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Opening a connection may take its time; waiting for somebody else's may not. */
async function waitFor(pool: pg.Pool): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined;
  let givenUp = false;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      givenUp = true;
      reject(new Busy('every database connection is in use'));
    }, CHECKOUT_LIMIT_MS);
  });
  const checkout = connect(pool).then((client) => {
    if (givenUp) client.release();
    return client;
  });
  checkout.catch(() => undefined);
  try {
    return await Promise.race([checkout, limit]);
  } finally {
    clearTimeout(timer);
  }
}
