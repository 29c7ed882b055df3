import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from './connection-pool.ts';
import type { ConnectionPool, PoolOptions } from './connection-pool.ts';
import { asThrown, breaksConnection, isRetryable, unwrapped } from './errors.ts';
import { measuredOperations } from './measured-operations.ts';
import type { Operations } from './measured-operations.ts';
import { createPipelinedReads } from './pipelined-reads.ts';
import { actAs, BEGIN, BEGIN_SNAPSHOT, readAs, writeAs } from './session-steps.ts';
import { runBatch, wireStep } from '../statements/statement-batch.ts';
import type { Step, StepResult } from '../statements/statement-batch.ts';
import { Transaction } from './transaction.ts';
import type { TransactionOptions, Tx } from './transaction.ts';
import { createCommitWatch } from './commit-watch.ts';
import type { CommitWatch } from './commit-watch.ts';
import { createGroupCommit } from './group-commit.ts';
import type { GroupedWrite } from './group-commit.ts';

export interface ReadStatement {
  /** Of the operation, in metrics and spans; and of the prepared statement. */
  readonly name: string;
  /** False: it is planned for each call, and connections do not keep it. */
  readonly isPrepared?: boolean;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface WriteOptions {
  /** False: the commit does not wait for the disk (`synchronous_commit = off`); a crash of the server may lose it. */
  readonly durable?: boolean;
  /** True: it begins work that a durable write ends, so it is refused while commits do not return, as that would be. */
  readonly beginsWork?: boolean;
  /**
   * The lock of the statement. With it the statement takes part in group commit, so it must be a short one that rarely
   * waits for a lock. Without it the statement has a transaction of its own.
   */
  readonly batchKey?: string;
}

export interface Database {
  /** A transaction as one tenant. It is run again after a deadlock or a serialization failure. */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One round trip in a read-only transaction. */
  readInTenant<R = Record<string, unknown>>(tenantId: string, statement: ReadStatement): Promise<R[]>;
  readManyInTenant<R = Record<string, unknown>>(
    tenantId: string,
    statements: readonly ReadStatement[],
  ): Promise<R[][]>;
  /** A read-only transaction of several round trips, all of which see the database as the first one did. */
  readSnapshotInTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement, committed in one round trip. It is sent again when the connection breaks, so it must be one that may
   * run twice.
   */
  writeInTenant<R = Record<string, unknown>>(
    tenantId: string,
    statement: ReadStatement,
    options?: WriteOptions,
  ): Promise<R[]>;
  /** Statements that are one transaction in one round trip; each sees what those before it did. The rows of each. */
  writeManyInTenant<R = Record<string, unknown>>(
    tenantId: string,
    statements: readonly ReadStatement[],
  ): Promise<R[][]>;
  /** For relays, sweepers and timers: rows of all tenants, as far as the policies of the job role allow. */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Statements that are one transaction in one round trip; sent again when the connection breaks. The rows of each. */
  writeAcrossTenants<R = Record<string, unknown>>(statements: readonly ReadStatement[]): Promise<R[][]>;
  check(): Promise<void>;
  /** Commits a change without a row: it waits for what a commit waits for, a standby or space on the disk. */
  checkWrite(): Promise<void>;
  /**
   * Throws DatabaseUnavailable while commits do not return. For work that others of this process wait for: without it each
   * of them would begin, and wait for a lock of a commit that hangs.
   */
  requireCommits(): void;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
export function openDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
  const commits = createCommitWatch(options);
  const pipelined = createPipelinedReads(pool);
  const becomeJob: Step = {
    name: 'kit_become_job',
    text: `select set_config('role', $1, true)`,
    values: [`${options.schema}_job`],
    silent: true,
  };
  const logEffect = (error: unknown) => options.log.error({ err: error }, 'a callback after a commit failed');
  const operations = measuredOperations(options.schema);
  const read = (steps: readonly Step[]) =>
    operations.run('read', nameOf(steps), () => retried(() => pipelined(steps)));
  const change = <T>(prologue: readonly Step[], work: (tx: Tx) => Promise<T>) =>
    operations.run('transaction', 'transaction', () =>
      transact(
        {
          pool,
          commits,
          prologue,
          becomeJob,
          traceStatement: operations.traceStatement,
          onEffectError: logEffect,
        },
        work,
      ),
    );

  return {
    inTenant: (tenantId, work) => change([BEGIN, actAs(tenantId)], work),
    readSnapshotInTenant: (tenantId, work) => change([BEGIN_SNAPSHOT, actAs(tenantId)], work),
    acrossTenants: (work) => change([BEGIN, becomeJob], work),
    ...writesTo({ pool, commits, becomeJob, operations }),
    ...readsFrom(read),
    checkWrite: async () => {
      await change([BEGIN, WITH_LITTLE_MEMORY], (tx) => tx.queryAll([EMIT_NOTHING, TAKE_SPACE]));
    },
    requireCommits: () => commits.admit(),
    async close() {
      await commits.close();
      await pool.close();
    },
  };
}

function readsFrom(
  read: (steps: readonly Step[]) => Promise<StepResult[]>,
): Pick<Database, 'readInTenant' | 'readManyInTenant' | 'check'> {
  return {
    readInTenant: async <R>(tenantId: string, statement: ReadStatement) => {
      const results = await read([readAs(tenantId), wireStep(statement)]);
      return (results[1]?.rows ?? []) as R[];
    },
    readManyInTenant: async <R>(tenantId: string, statements: readonly ReadStatement[]) => {
      const results = await read([readAs(tenantId), ...statements.map(wireStep)]);
      return results.slice(1).map(({ rows }) => rows as R[]);
    },
    check: async () => {
      await read([{ name: 'kit_check', text: 'select 1', values: [] }]);
    },
  };
}

const EMIT_NOTHING: ReadStatement = {
  name: 'kit_write_check',
  text: `SELECT FROM pg_logical_emit_message(true, 'lodging.check', '')`,
  values: [],
};
const WITH_LITTLE_MEMORY: Step = {
  name: 'kit_with_little_memory',
  text: `SELECT set_config('work_mem', '64kB', true)`,
  values: [],
  silent: true,
};
/**
 * With a full disk, a small commit still fits into the log, and no table can grow: rows that do not fit into the memory
 * of the statement need space for a moment.
 */
const TAKE_SPACE: ReadStatement = {
  name: 'kit_space_check',
  text: 'SELECT count(*) FROM generate_series(1, 5000)',
  values: [],
};

/** The steps before the last one are the same for all statements. */
function nameOf(steps: readonly Step[]): string {
  return steps.at(-1)?.name ?? 'unnamed';
}

interface Writing {
  readonly pool: ConnectionPool;
  readonly commits: CommitWatch;
}

function writesTo({
  becomeJob,
  operations,
  ...writing
}: Writing & { readonly becomeJob: Step; readonly operations: Operations }): Pick<
  Database,
  'writeInTenant' | 'writeManyInTenant' | 'writeAcrossTenants'
> {
  const groupCommit = createGroupCommit({
    ...writing,
    prologue: writeAs,
    writeAlone: (write) => writeAlone(writing, write),
  });
  const writeMany = async <R>(prologue: Step, statements: readonly ReadStatement[]) => {
    const steps = [prologue, ...statements.map(wireStep)];
    const results = await operations.run('write', nameOf(steps), async () => {
      writing.commits.admit();
      return inOneTrip(writing, steps);
    });
    return results.slice(1).map(({ rows }) => rows as R[]);
  };
  return {
    writeInTenant: async <R>(
      tenantId: string,
      statement: ReadStatement,
      { durable = true, beginsWork = durable, batchKey }: WriteOptions = {},
    ) => {
      const step = wireStep(statement);
      const result = await operations.run('write', statement.name, async () => {
        if (beginsWork) writing.commits.admit();
        return batchKey === undefined
          ? writeAlone(writing, { tenantId, step, durable })
          : groupCommit({ tenantId, step, durable, batchKey });
      });
      return result.rows as R[];
    },
    writeManyInTenant: (tenantId, statements) => writeMany(writeAs(tenantId, true), statements),
    writeAcrossTenants: (statements) => writeMany(becomeJob, statements),
  };
}

async function writeAlone(
  writing: Writing,
  { tenantId, step, durable }: Omit<GroupedWrite, 'batchKey'>,
): Promise<StepResult> {
  const results = await inOneTrip(writing, [writeAs(tenantId, durable), step]);
  return results[1] ?? { rows: [], rowCount: null };
}

/** The one Sync at its end makes the batch a transaction by itself, so neither BEGIN nor COMMIT is sent. */
function inOneTrip({ pool, commits }: Writing, steps: readonly Step[]): Promise<StepResult[]> {
  return retried(async () => {
    const client = await pool.checkOut();
    try {
      const results = await commits.over(runBatch(client, steps));
      client.release();
      return results;
    } catch (error) {
      client.release(breaksConnection(error));
      throw asThrown(error, { nothingDone: true });
    }
  });
}

interface TransactOptions extends TransactionOptions {
  readonly pool: ConnectionPool;
  readonly onEffectError: (error: unknown) => void;
}

async function transact<T>(
  { pool, onEffectError, ...options }: TransactOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { value, effects } = await retried(async () => {
    const client = await pool.checkOut();
    return attemptOnce(client, new Transaction(client, options), work);
  });
  for (const effect of effects) runEffect(effect, onEffectError);
  return value;
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await pause(tries * (10 + Math.random() * 40));
    }
  }
}

async function attemptOnce<T>(
  client: pg.PoolClient,
  transaction: Transaction,
  work: (tx: Tx) => Promise<T>,
): Promise<{ value: T; effects: readonly (() => void)[] }> {
  try {
    const value = await work(transaction.tx);
    await transaction.commit();
    return { value, effects: transaction.effects };
  } catch (error) {
    await transaction.rollback();
    throw unwrapped(error);
  } finally {
    client.release(transaction.broken);
  }
}

function runEffect(effect: () => void, onError: (error: unknown) => void): void {
  try {
    effect();
  } catch (error) {
    onError(error);
  }
}
