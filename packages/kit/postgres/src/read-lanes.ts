import type pg from 'pg';
import type { ConnectionPool } from './connection-pool.ts';
import { asThrown, breaksConnection, Busy } from './errors.ts';
import { runBatch } from './statement-batch.ts';
import type { Step, StepResult } from './statement-batch.ts';

export interface ReadLanes {
  /** The steps are one transaction by themselves, which must neither write nor wait for a lock. */
  run(steps: readonly Step[]): Promise<StepResult[]>;
}

/** One connection, taken from the pool with its first batch and given back after its last. */
interface Lane {
  readonly client: Promise<pg.PoolClient>;
  underWay: number;
  /** When it was taken, or last answered. */
  movedAt: number;
  broken: boolean;
}

/** So many batches stand behind one another before another connection is taken. */
const DEPTH = 8;
/** A lane that answered nothing for so long has a slow batch at its head, and takes no more while there is another. */
const SLOW_MS = 20;
/** As long as anybody waits for a connection of their own. */
const STUCK_MS = 1000;

export function openReadLanes(pool: ConnectionPool): ReadLanes {
  const lanes = new Set<Lane>();
  const choose = (): Lane => {
    const now = performance.now();
    for (const lane of lanes) {
      if (!lane.broken && lane.underWay < DEPTH && now - lane.movedAt < SLOW_MS) return lane;
    }
    if (lanes.size >= pool.size) return leastBusy(lanes, now);
    const opened: Lane = { client: pool.checkOut(), underWay: 0, movedAt: now, broken: false };
    lanes.add(opened);
    return opened;
  };
  const leave = async (lane: Lane): Promise<void> => {
    lane.underWay -= 1;
    lane.movedAt = performance.now();
    if (lane.underWay > 0) return;
    lanes.delete(lane);
    (await lane.client).release(lane.broken);
  };

  return {
    async run(steps) {
      const lane = choose();
      lane.underWay += 1;
      try {
        return await runOn(lane, await lane.client, steps);
      } finally {
        // A connection that could not be had needs no giving back; whoever waited for it has been told.
        leave(lane).catch(() => undefined);
      }
    },
  };
}

async function runOn(lane: Lane, client: pg.PoolClient, steps: readonly Step[]): Promise<StepResult[]> {
  try {
    return await runBatch(client, steps);
  } catch (error) {
    lane.broken ||= breaksConnection(error);
    // A read did nothing, so one whose connection broke may be sent again.
    throw asThrown(error, { nothingDone: true });
  }
}

function leastBusy(lanes: ReadonlySet<Lane>, now: number): Lane {
  const moving = [...lanes].filter(({ broken, movedAt }) => !broken && now - movedAt < STUCK_MS);
  const [first] = moving.toSorted((one, other) => one.underWay - other.underWay);
  if (first === undefined) throw new Busy('every database connection is in use');
  return first;
}
