import type pg from 'pg';
import type { ConnectionPool } from './connection-pool.ts';
import { asThrown, breaksConnection, DatabaseUnavailable, isRetryable } from './errors.ts';
import { runBatch } from './statement-batch.ts';
import type { Step, StepResult } from './statement-batch.ts';

export interface SharedWrite {
  readonly tenantId: string;
  readonly step: Step;
  readonly durable: boolean;
  /** What it locks. Every group goes through its statements in this order, so that two hardly ever wait for each other. */
  readonly order: string;
}

export interface WriteGroups {
  run(write: SharedWrite): Promise<StepResult>;
}

interface Options {
  readonly pool: ConnectionPool;
  /** What lets a statement act as its tenant, until the next says otherwise or the transaction ends. */
  readonly prologue: (tenantId: string, durable: boolean) => Step;
  /** For members of a group that failed: each in a transaction of its own, so that one cannot spoil another. */
  readonly alone: (write: SharedWrite) => Promise<StepResult>;
}

interface Member {
  readonly write: SharedWrite;
  readonly resolve: (result: StepResult | Promise<StepResult>) => void;
  readonly reject: (error: unknown) => void;
}

/** More statements than that are another group. */
const MOST = 32;
/** While so many groups are under way, the next one gathers. */
const AT_ONCE = 2;
/** A group that has not answered for so long waits for a lock, and holds up nobody behind it any more. */
const SLOW_MS = 20;
/**
 * As long as a group waits for a lock; then each of it goes alone, and waits as long as anybody may. Far below the time
 * after which Postgres looks for a deadlock: statements that lock more than their order says are not stuck for a second.
 */
const WAIT_BRIEFLY: Step = {
  name: 'kit_wait_briefly',
  text: `select set_config('lock_timeout', '100ms', true)`,
  values: [],
  silent: true,
};

export function openWriteGroups({ pool, prologue, alone }: Options): WriteGroups {
  const waiting: Member[] = [];
  /** When each began. */
  const underWay = new Set<{ readonly since: number }>();
  let scheduled = false;
  let looking: NodeJS.Timeout | undefined;

  const hasRoom = (): boolean => {
    if (underWay.size < AT_ONCE) return true;
    const slowSince = performance.now() - SLOW_MS;
    const moving = [...underWay].filter(({ since }) => since > slowSince).length;
    return moving < AT_ONCE && underWay.size < pool.size;
  };
  const pump = (): void => {
    scheduled = false;
    clearTimeout(looking);
    while (waiting.length > 0 && hasRoom()) void send(waiting.splice(0, MOST));
    if (waiting.length > 0) looking = setTimeout(pump, SLOW_MS);
  };
  const send = async (members: readonly Member[]): Promise<void> => {
    const mine = { since: performance.now() };
    underWay.add(mine);
    await settle(members, { pool, prologue, alone });
    underWay.delete(mine);
    pump();
  };

  return {
    run: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        // Those of one turn of the event loop leave together.
        if (!scheduled) setImmediate(pump);
        scheduled = true;
      }),
  };
}

/** Never throws: every member learns its own outcome. */
async function settle(unordered: readonly Member[], { pool, prologue, alone }: Options): Promise<void> {
  const members = unordered.toSorted((one, other) => (one.write.order < other.write.order ? -1 : 1));
  let client: pg.PoolClient;
  try {
    client = await pool.checkOut();
  } catch (error) {
    for (const { reject } of members) reject(error);
    return;
  }
  try {
    // Whoever may be forgotten by a crash is not harmed by being remembered.
    const durable = members.some(({ write }) => write.durable);
    const patience = members.length > 1 ? [WAIT_BRIEFLY] : [];
    const steps = members.flatMap(({ write }) => [prologue(write.tenantId, durable), write.step]);
    const results = (await runBatch(client, [...patience, ...steps])).slice(patience.length);
    client.release();
    for (const [index, { resolve }] of members.entries()) {
      const result = results[2 * index + 1];
      if (result !== undefined) resolve(result);
    }
  } catch (error) {
    client.release(breaksConnection(error));
    const thrown = asThrown(error, { nothingDone: true });
    // A database that does not answer would not answer each of them either, and who was alone has had their try.
    const isFinal = members.length === 1 || thrown instanceof DatabaseUnavailable;
    for (const { write, resolve, reject } of members) {
      if (isFinal && !isRetryable(thrown)) reject(thrown);
      else resolve(alone(write));
    }
  }
}
