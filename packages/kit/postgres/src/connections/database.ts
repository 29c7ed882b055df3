import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from './connection-pool.ts';
import type { ConnectionPool, PoolOptions } from './connection-pool.ts';
import { asThrown, breaksConnection, isRetryable, unwrapped } from './errors.ts';
import { measuredOperations } from './measured-operations.ts';
import type { Operations } from './measured-operations.ts';
import { createPipelinedReads } from './pipelined-reads.ts';
import { runBatch, wireStep } from '../statements/statement-batch.ts';
import type { Step, StepResult } from '../statements/statement-batch.ts';
import { Transaction } from './transaction.ts';
import type { TransactionOptions, Tx } from './transaction.ts';
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
  /** For relays, sweepers and timers: rows of all tenants, as far as the policies of the job role allow. */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Statements that are one transaction in one round trip; sent again when the connection breaks. The rows of each. */
  writeAcrossTenants<R = Record<string, unknown>>(statements: readonly ReadStatement[]): Promise<R[][]>;
  check(): Promise<void>;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
const BEGIN_SNAPSHOT: Step = {
  name: 'kit_begin_snapshot',
  text: 'begin isolation level repeatable read, read only',
  values: [],
  silent: true,
};
const BEGIN: Step = { name: 'kit_begin', text: 'begin', values: [], silent: true };

export function openDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
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
        { pool, prologue, becomeJob, traceStatement: operations.traceStatement, onEffectError: logEffect },
        work,
      ),
    );

  return {
    inTenant: (tenantId, work) => change([BEGIN, actAs(tenantId)], work),
    readSnapshotInTenant: (tenantId, work) => change([BEGIN_SNAPSHOT, actAs(tenantId)], work),
    acrossTenants: (work) => change([BEGIN, becomeJob], work),
    ...writesTo(pool, becomeJob, operations),
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
    close: () => pool.close(),
  };
}

/** The steps before the last one are the same for all statements. */
function nameOf(steps: readonly Step[]): string {
  return steps.at(-1)?.name ?? 'unnamed';
}

function writesTo(
  pool: ConnectionPool,
  becomeJob: Step,
  operations: Operations,
): Pick<Database, 'writeInTenant' | 'writeAcrossTenants'> {
  const groupCommit = createGroupCommit({
    pool,
    prologue: writeAs,
    writeAlone: (write) => writeAlone(pool, write),
  });
  return {
    writeInTenant: async <R>(
      tenantId: string,
      statement: ReadStatement,
      { durable = true, batchKey }: WriteOptions = {},
    ) => {
      const step = wireStep(statement);
      const result = await operations.run('write', statement.name, () =>
        batchKey === undefined
          ? writeAlone(pool, { tenantId, step, durable })
          : groupCommit({ tenantId, step, durable, batchKey }),
      );
      return result.rows as R[];
    },
    writeAcrossTenants: async <R>(statements: readonly ReadStatement[]) => {
      const steps = [becomeJob, ...statements.map(wireStep)];
      const results = await operations.run('write', nameOf(steps), () => inOneTrip(pool, steps));
      return results.slice(1).map(({ rows }) => rows as R[]);
    },
  };
}

function actAs(tenantId: string): Step {
  return {
    name: 'kit_act_as_tenant',
    text: `select set_config('app.tenant', $1, true)`,
    values: [tenantId],
    silent: true,
  };
}

function actAsWithoutWait(tenantId: string): Step {
  return {
    name: 'kit_act_as_tenant_async',
    text: `select set_config('app.tenant', $1, true), set_config('synchronous_commit', 'off', true)`,
    values: [tenantId],
    silent: true,
  };
}

function writeAs(tenantId: string, durable: boolean): Step {
  return durable ? actAs(tenantId) : actAsWithoutWait(tenantId);
}

function readAs(tenantId: string): Step {
  return {
    name: 'kit_read_as_tenant',
    text: `select set_config('app.tenant', $1, true), set_config('transaction_read_only', 'on', true)`,
    values: [tenantId],
    silent: true,
  };
}

async function writeAlone(
  pool: ConnectionPool,
  { tenantId, step, durable }: Omit<GroupedWrite, 'batchKey'>,
): Promise<StepResult> {
  const results = await inOneTrip(pool, [writeAs(tenantId, durable), step]);
  return results[1] ?? { rows: [], rowCount: null };
}

/** The one Sync at its end makes the batch a transaction by itself, so neither BEGIN nor COMMIT is sent. */
function inOneTrip(pool: ConnectionPool, steps: readonly Step[]): Promise<StepResult[]> {
  return retried(async () => {
    const client = await pool.checkOut();
    try {
      const results = await runBatch(client, steps);
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
