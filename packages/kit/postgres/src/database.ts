// Owns the doors to a service's schema: as one tenant, as one tenant in one round trip, or across tenants as the job role.
import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from './connection-pool.ts';
import type { ConnectionPool, PoolOptions } from './connection-pool.ts';
import { asThrown, breaksConnection, isRetryable } from './errors.ts';
import { measuredOperations } from './measured-operations.ts';
import { openReadLanes } from './read-lanes.ts';
import { runBatch, wireStep } from './statement-batch.ts';
import type { Step, StepResult } from './statement-batch.ts';
import { Transaction } from './transaction.ts';
import type { Tx } from './transaction.ts';

export interface ReadStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Database {
  /** A transaction as one tenant, run again when Postgres chose it to give way in a deadlock. */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One round trip; cannot write. */
  readInTenant<R = Record<string, unknown>>(tenantId: string, statement: ReadStatement): Promise<R[]>;
  readManyInTenant<R = Record<string, unknown>>(
    tenantId: string,
    statements: readonly ReadStatement[],
  ): Promise<R[][]>;
  /**
   * One statement in a transaction of its own, in one round trip. It is sent again when the connection breaks, so it
   * must be one that may run twice. With `durable` false nobody waits for the disk: a crash of the server may forget
   * the change, unless a later durable one there has taken it along.
   */
  writeInTenant<R = Record<string, unknown>>(
    tenantId: string,
    statement: ReadStatement,
    options?: { readonly durable?: boolean },
  ): Promise<R[]>;
  /** For relays, sweepers and timers: sees what the policies of the job role show. */
  acrossTenants<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  check(): Promise<void>;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
const BEGIN: Step = { name: 'kit_begin', text: 'begin', values: [], silent: true };

export function openDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
  const lanes = openReadLanes(pool);
  const becomeJob: Step = { text: `set local role "${options.schema}_job"`, values: [], silent: true };
  const logEffect = (error: unknown) => options.log.error({ err: error }, 'an effect after a commit failed');
  const operations = measuredOperations(options.schema);
  const read = (steps: readonly Step[]) =>
    operations.run('read', nameOf(steps), () => retried(() => lanes.run(steps)));
  const write = (steps: readonly Step[]) =>
    operations.run('write', nameOf(steps), () => inOneTrip(pool, steps));
  const change = <T>(prologue: readonly Step[], work: (tx: Tx) => Promise<T>) =>
    operations.run('transaction', 'transaction', () => transact(pool, prologue, work, logEffect));

  return {
    inTenant: (tenantId, work) => change([BEGIN, actAs(tenantId)], work),
    acrossTenants: (work) => change([BEGIN, becomeJob], work),
    readInTenant: async <R>(tenantId: string, statement: ReadStatement) => {
      const results = await read([readAs(tenantId), wireStep(statement)]);
      return (results[1]?.rows ?? []) as R[];
    },
    readManyInTenant: async <R>(tenantId: string, statements: readonly ReadStatement[]) => {
      const results = await read([readAs(tenantId), ...statements.map(wireStep)]);
      return results.slice(1).map(({ rows }) => rows as R[]);
    },
    writeInTenant: async <R>(tenantId: string, statement: ReadStatement, { durable = true } = {}) => {
      const prologue = durable ? actAs(tenantId) : actLazilyAs(tenantId);
      const results = await write([prologue, wireStep(statement)]);
      return (results[1]?.rows ?? []) as R[];
    },
    check: async () => {
      await read([{ name: 'kit_check', text: 'select 1', values: [] }]);
    },
    close: () => pool.close(),
  };
}

/** What went before the last step is the same for all. */
function nameOf(steps: readonly Step[]): string {
  return steps.at(-1)?.name ?? 'unnamed';
}

function actAs(tenantId: string): Step {
  return {
    name: 'kit_act_as_tenant',
    text: `select set_config('app.tenant', $1, true)`,
    values: [tenantId],
    silent: true,
  };
}

function actLazilyAs(tenantId: string): Step {
  return {
    name: 'kit_act_lazily_as_tenant',
    text: `select set_config('app.tenant', $1, true), set_config('synchronous_commit', 'off', true)`,
    values: [tenantId],
    silent: true,
  };
}

function readAs(tenantId: string): Step {
  return {
    name: 'kit_read_as_tenant',
    text: `select set_config('app.tenant', $1, true), set_config('transaction_read_only', 'on', true)`,
    values: [tenantId],
    silent: true,
  };
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

async function transact<T>(
  pool: ConnectionPool,
  prologue: readonly Step[],
  work: (tx: Tx) => Promise<T>,
  onEffectError: (error: unknown) => void,
): Promise<T> {
  const { value, effects } = await retried(async () => attemptOnce(await pool.checkOut(), prologue, work));
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
  prologue: readonly Step[],
  work: (tx: Tx) => Promise<T>,
): Promise<{ value: T; effects: readonly (() => void)[] }> {
  const transaction = new Transaction(client, prologue);
  try {
    const value = await work(transaction.tx);
    await transaction.commit();
    return { value, effects: transaction.effects };
  } catch (error) {
    await transaction.rollback();
    throw error;
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
