import { createBatcher } from '@lodging/kit-runtime';
import type { CommitWatch } from './commit-watch.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { asThrown, breaksConnection, DatabaseUnavailable, isRetryable } from './errors.ts';
import { runBatch } from '../statements/statement-batch.ts';
import type { Step, StepResult } from '../statements/statement-batch.ts';

/** One statement, which may share its transaction with those of other requests. */
export interface GroupedWrite {
  readonly tenantId: string;
  readonly step: Step;
  readonly durable: boolean;
  /** The lock of the statement. Each group runs in the order of these keys, so that two groups rarely wait for each other. */
  readonly batchKey: string;
}

interface GroupCommitOptions {
  readonly pool: ConnectionPool;
  readonly commits: CommitWatch;
  /** Sets the tenant of the statement that follows. */
  readonly prologue: (tenantId: string, durable: boolean) => Step;
  /** A write in a transaction of its own. */
  readonly writeAlone: (write: GroupedWrite) => Promise<StepResult>;
}

const MAX_GROUP = 32;
const CONCURRENCY = 2;
/** A group that takes longer waits for a lock; later groups overtake it. */
const SLOW_AFTER_MS = 20;
/**
 * A group waits this long for a lock; then each of its writes runs alone and waits as long as any statement may. Far below
 * `deadlock_timeout`: two groups that lock crosswise end here.
 */
const SHORT_LOCK_TIMEOUT: Step = {
  name: 'kit_short_lock_timeout',
  text: `select set_config('lock_timeout', '100ms', true)`,
  values: [],
  silent: true,
};

/**
 * Group commit: concurrent writes travel in one round trip and are one transaction, each as its own tenant. A group that
 * fails has no effect; each of its writes then runs alone.
 */
export function createGroupCommit(options: GroupCommitOptions): (write: GroupedWrite) => Promise<StepResult> {
  return createBatcher<GroupedWrite, StepResult>({
    queueKey: () => '',
    maxBatch: MAX_GROUP,
    concurrency: CONCURRENCY,
    slowAfterMs: SLOW_AFTER_MS,
    maxConcurrency: options.pool.size,
    isFatal,
    async run(writes) {
      const [only] = writes;
      if (only !== undefined && writes.length === 1) return [await options.writeAlone(only)];
      try {
        return await commitGroup(options, writes);
      } catch (error) {
        if (isFatal(error)) throw error;
        // Concurrently: one write may wait for a lock, and their order does not matter.
        return writes.map((write) => options.writeAlone(write));
      }
    },
  });
}

/** Each write would meet the error again. */
function isFatal(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !isRetryable(error);
}

async function commitGroup(
  { pool, commits, prologue }: GroupCommitOptions,
  writes: readonly GroupedWrite[],
): Promise<StepResult[]> {
  const ordered = writes.toSorted((one, other) => (one.batchKey < other.batchKey ? -1 : 1));
  // One durable write makes the commit of the whole group wait for the disk.
  const durable = writes.some((write) => write.durable);
  const steps = ordered.flatMap(({ tenantId, step }) => [prologue(tenantId, durable), step]);
  const client = await pool.checkOut();
  try {
    const [, ...results] = await commits.over(runBatch(client, [SHORT_LOCK_TIMEOUT, ...steps]));
    client.release();
    const resultOf = new Map(ordered.map((write, index) => [write, results[2 * index + 1]]));
    return writes.map((write) => resultOf.get(write) ?? { rows: [], rowCount: null });
  } catch (error) {
    client.release(breaksConnection(error));
    throw asThrown(error, { nothingDone: true });
  }
}
