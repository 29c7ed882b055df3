import type pg from 'pg';
import type { ConnectionPool } from './connection-pool.ts';
import { asThrown, breaksConnection, Busy } from './errors.ts';
import { runBatch } from '../statements/statement-batch.ts';
import type { Step, StepResult } from '../statements/statement-batch.ts';

/** Runs the steps as one transaction, which must neither write nor wait for a lock. */
export type PipelinedReads = (steps: readonly Step[]) => Promise<StepResult[]>;

/** A connection, taken from the pool with its first batch and released after its last. */
interface Pipeline {
  readonly client: Promise<pg.PoolClient>;
  inFlight: number;
  /** When the connection was taken, or last answered. */
  progressAt: number;
  broken: boolean;
}

/** Batches in one pipeline before another connection is taken. */
const DEPTH = 8;
/** A pipeline without an answer for longer has a slow batch at its head, and takes no more batches. */
const SLOW_MS = 20;
/** As long as a caller may wait for a connection. */
const STUCK_MS = 1000;

/** Reads of concurrent requests share connections: their batches are pipelined, one write to the socket for several. */
export function createPipelinedReads(pool: ConnectionPool): PipelinedReads {
  const pipelines = new Set<Pipeline>();
  const choose = (): Pipeline => {
    const now = performance.now();
    for (const pipeline of pipelines) {
      if (!pipeline.broken && pipeline.inFlight < DEPTH && now - pipeline.progressAt < SLOW_MS)
        return pipeline;
    }
    if (pipelines.size >= pool.size) return leastBusy(pipelines, now);
    const opened: Pipeline = { client: pool.checkOut(), inFlight: 0, progressAt: now, broken: false };
    pipelines.add(opened);
    return opened;
  };
  const release = async (pipeline: Pipeline): Promise<void> => {
    pipeline.inFlight -= 1;
    pipeline.progressAt = performance.now();
    if (pipeline.inFlight > 0) return;
    pipelines.delete(pipeline);
    (await pipeline.client).release(pipeline.broken);
  };

  return async (steps) => {
    const pipeline = choose();
    pipeline.inFlight += 1;
    try {
      return await runOn(pipeline, await pipeline.client, steps);
    } finally {
      // A connection that could not be opened needs no release; its callers have the error.
      release(pipeline).catch(() => undefined);
    }
  };
}

async function runOn(
  pipeline: Pipeline,
  client: pg.PoolClient,
  steps: readonly Step[],
): Promise<StepResult[]> {
  try {
    return await runBatch(client, steps);
  } catch (error) {
    pipeline.broken ||= breaksConnection(error);
    // A read has no effect, so it may be sent again on another connection.
    throw asThrown(error, { nothingDone: true });
  }
}

function leastBusy(pipelines: ReadonlySet<Pipeline>, now: number): Pipeline {
  const progressing = [...pipelines].filter(
    ({ broken, progressAt }) => !broken && now - progressAt < STUCK_MS,
  );
  const [first] = progressing.toSorted((one, other) => one.inFlight - other.inFlight);
  if (first === undefined) throw new Busy('every database connection is in use');
  return first;
}
