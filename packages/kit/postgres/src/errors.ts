import pg from 'pg';

/** The database cannot be asked now; trying later may work. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** Every connection was in use for as long as a caller may wait. */
export class Busy extends DatabaseUnavailable {
  override readonly name = 'Busy';
}

/** The connection broke while COMMIT was under way: the change may stand or not; read it back by its id. */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = 'CommitUnknown';
}

/** A pooled connection turned out to be dead before anything was done on it. */
class ConnectionWasStale extends DatabaseUnavailable {
  override readonly name = 'ConnectionWasStale';
}

const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';
const EXCLUSION_VIOLATION = '23P01';
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const CACHED_PLAN_CHANGED = '0A000';
/** It was to be prepared by a batch ahead on the same connection, which failed before it came to that. */
const STATEMENT_NOT_PREPARED = '26000';

/** Postgres waited `lock_timeout` for a lock that somebody else holds. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === UNIQUE_VIOLATION && names(error, constraint);
}

export function isExclusionViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === EXCLUSION_VIOLATION && names(error, constraint);
}

/** All of it may be run again: Postgres chose it as the one to give way, or it never began. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === DEADLOCK ||
    state === SERIALIZATION_FAILURE ||
    state === STATEMENT_NOT_PREPARED ||
    error instanceof ConnectionWasStale
  );
}

/** A statement that could not be sent, or a value that could not be read: a bug here, no fault of the connection. */
export class StatementMisused extends Error {
  override readonly name = 'StatementMisused';
}

/** The connection is gone or out of step; 57P is the server ending it. */
export function connectionIsLost(error: unknown): boolean {
  if (error instanceof StatementMisused) return false;
  return sqlState(error)?.startsWith('57P') ?? true;
}

/** Beside a lost connection: one whose prepared statements belong to an older schema. */
export function breaksConnection(error: unknown): boolean {
  return connectionIsLost(error) || sqlState(error) === CACHED_PLAN_CHANGED;
}

/** What a caller sees. An error read from the socket knows nothing of the caller; the stack at the await does. */
export function asThrown(error: unknown, { nothingDone = false } = {}): unknown {
  if (nothingDone && connectionIsLost(error) && !isSilence(error)) {
    return new ConnectionWasStale('a database connection had been closed', { cause: error });
  }
  if (connectionIsLost(error)) return asUnavailable(error);
  if (error instanceof Error) Error.captureStackTrace(error, asThrown);
  return error;
}

/** The server took the statement and never answered; another try would only wait as long again. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** drizzle wraps the driver's error in one of its own. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current;
  }
  return undefined;
}

function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

function names(error: unknown, constraint: string | undefined): boolean {
  return constraint === undefined || databaseError(error)?.constraint === constraint;
}

/** pg-pool tells its two kinds of waiting in vain apart by text alone. */
export function asUnavailable(error: unknown): DatabaseUnavailable {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('timeout exceeded')) {
    return new Busy('every database connection is in use', { cause: error });
  }
  return new DatabaseUnavailable(`the database does not answer: ${message}`, { cause: error });
}
