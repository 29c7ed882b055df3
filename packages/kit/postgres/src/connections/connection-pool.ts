import { withTimeout } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import pg from 'pg';
import { asUnavailable, Busy } from './errors.ts';
import { observePool } from './observe-pool.ts';

export interface PoolOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
  readonly maxConnections?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

const DEFAULT_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 2000;
/** Below the statement timeout, so that a lock timeout is distinguished from a slow statement: 1.8 s of 2 s. */
const LOCK_SHARE_OF_STATEMENT = 0.9;
const MAX_LOCK_TIMEOUT_MS = 1800;
const IDLE_IN_TRANSACTION_MS = 5000;
const CHECKOUT_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
const IDLE_CONNECTION_MS = 300_000;
/** Added to the statement timeout, which the server enforces: the limit for a server that does not answer at all. */
const NO_ANSWER_MS = 3000;
/**
 * No sequential scan where an index can be used: a prepared statement keeps the plan that was best while its table was
 * tiny, and a burst fills the table long before the next ANALYZE.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

export interface ConnectionPool {
  /** The maximum of connections. */
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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    application_name: options.schema,
    // Sent in the startup message.
    statement_timeout: statementTimeout,
    lock_timeout: Math.min(MAX_LOCK_TIMEOUT_MS, Math.floor(statementTimeout * LOCK_SHARE_OF_STATEMENT)),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `-c search_path=${options.schema} -c timezone=UTC -c datestyle=ISO ${PLANNING}`,
    query_timeout: statementTimeout + NO_ANSWER_MS,
  });
  // An idle connection that the server closes is replaced at the next use. Without a listener the error ends the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const waits = observePool(options.schema, pool, max);
  return {
    size: max,
    checkOut: () =>
      pool.idleCount === 0 && pool.totalCount >= max ? waits.measure(waitForConnection(pool)) : connect(pool),
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

/** A new connection may take longer to open; the wait for one in use is limited. */
async function waitForConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  let timedOut = false;
  const checkout = connect(pool).then((client) => {
    if (timedOut) client.release();
    return client;
  });
  return withTimeout(checkout, CHECKOUT_TIMEOUT_MS, () => {
    timedOut = true;
    return new Busy('every database connection is in use');
  });
}
