import { DrizzleQueryError } from '../columns/drizzle.ts';
import pg from 'pg';

/** The database cannot be reached; a later attempt may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** Every connection was in use for the whole checkout timeout. */
export class Busy extends DatabaseUnavailable {
  override readonly name = 'Busy';
}

/** The connection broke during COMMIT, or COMMIT did not return: the change may be committed or not. Read it back by its id. */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = 'CommitUnknown';
}

export function asCommitUnknown(error: unknown): CommitUnknown {
  if (error instanceof CommitUnknown) return error;
  return new CommitUnknown('the connection broke during COMMIT', { cause: error });
}

/** A pooled connection was closed before anything was sent on it. */
class ConnectionWasStale extends DatabaseUnavailable {
  override readonly name = 'ConnectionWasStale';
}

const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';
const EXCLUSION_VIOLATION = '23P01';
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const CACHED_PLAN_CHANGED = '0A000';
/** An earlier batch on the connection was to prepare the statement and failed before. */
const STATEMENT_NOT_PREPARED = '26000';

/** Another transaction held the lock for the whole `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === UNIQUE_VIOLATION && names(error, constraint);
}

export function isExclusionViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === EXCLUSION_VIOLATION && names(error, constraint);
}

/** The transaction may be run again: Postgres chose it as the victim of a deadlock, or it never began. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === DEADLOCK ||
    state === SERIALIZATION_FAILURE ||
    state === STATEMENT_NOT_PREPARED ||
    error instanceof ConnectionWasStale
  );
}

/** A statement that could not be sent, or a value that could not be parsed: a bug of the caller, not of the connection. */
export class StatementMisused extends Error {
  override readonly name = 'StatementMisused';
}

/** The connection is closed or out of sync; class 57P is a shutdown by the server. */
export function connectionIsLost(error: unknown): boolean {
  if (error instanceof StatementMisused) return false;
  return sqlState(error)?.startsWith('57P') ?? true;
}

/** A lost connection, or one whose prepared statements belong to an older schema. */
export function breaksConnection(error: unknown): boolean {
  return connectionIsLost(error) || sqlState(error) === CACHED_PLAN_CHANGED;
}

/** The error for the caller. An error read from the socket has no useful stack, so the caller's is captured. */
export function asThrown(error: unknown, { nothingDone = false } = {}): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (nothingDone && connectionIsLost(error) && !isNoAnswer(error)) {
    return new ConnectionWasStale('a database connection had been closed', { cause: error });
  }
  if (connectionIsLost(error)) return asUnavailable(error);
  if (error instanceof Error) Error.captureStackTrace(error, asThrown);
  return error;
}

/** The server took the statement and never answered; a retry would only wait again. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** drizzle's error repeats the statement with its parameters; the driver's, its cause, has the code. */
export function unwrapped(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : error;
}

/** drizzle wraps the driver's error. */
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

/** pg-pool distinguishes its two timeouts by their text alone. */
export function asUnavailable(error: unknown): DatabaseUnavailable {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('timeout exceeded')) {
    return new Busy('every database connection is in use', { cause: error });
  }
  return new DatabaseUnavailable(`the database does not answer: ${message}`, { cause: error });
}
