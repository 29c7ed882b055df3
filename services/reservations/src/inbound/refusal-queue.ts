import { withTimeout } from '@lodging/kit-runtime';
import type { RefusedRequest, RefusedRequestRepository, RefusedTimes } from '../ports/refused-requests.ts';

export interface RefusalQueueDeps {
  readonly refusedRequests: Pick<RefusedRequestRepository, 'record'>;
  /** Of the first failure until something is written again. */
  readonly logLost: (error: unknown, reservationId: string) => void;
  /** Something waits. */
  readonly wake: () => void;
}

export interface RefusalQueue {
  add(refused: RefusedRequest): void;
  /** Writes what waits. */
  write(): Promise<void>;
  /** What cannot be written in a short time is lost. */
  drain(): Promise<void>;
}

interface Waiting {
  /** The last one. */
  refused: RefusedRequest;
  times: number;
  readonly firstAt: number;
  lastAt: number;
}

const MAX_WAITING = 1_000;
const DRAIN_MS = 2_000;

/**
 * Clients cause refusals as fast as they like, so no answer waits for the record of one, and records take one connection at
 * most. Those of one reservation, operation and code that wait are one write, which has their number.
 */
export function createRefusalQueue({ refusedRequests, logLost, wake }: RefusalQueueDeps): RefusalQueue {
  const waiting = new Map<string, Waiting>();
  let isLosing = false;
  const lose = (error: unknown, { reservationId }: RefusedRequest): void => {
    if (!isLosing) logLost(error, reservationId);
    isLosing = true;
  };
  const writeOne = async (entry: Waiting): Promise<void> => {
    try {
      await refusedRequests.record(entry.refused, seenOf(entry));
      isLosing = false;
    } catch (error) {
      lose(error, entry.refused);
    }
  };
  const write = async (signal?: AbortSignal): Promise<void> => {
    // What comes meanwhile waits for the next run.
    for (const key of Array.from(waiting.keys())) {
      if (signal?.aborted === true) return;
      const entry = waiting.get(key);
      waiting.delete(key);
      if (entry !== undefined) await writeOne(entry);
    }
  };
  return {
    add(refused) {
      const now = performance.now();
      const key = keyOf(refused);
      const known = waiting.get(key);
      if (known !== undefined) {
        Object.assign(known, { refused, times: known.times + 1, lastAt: now });
      } else if (waiting.size < MAX_WAITING) {
        waiting.set(key, { refused, times: 1, firstAt: now, lastAt: now });
        wake();
      } else {
        lose(new Error(`${MAX_WAITING} refusals wait to be recorded`), refused);
      }
    },
    write: () => write(),
    async drain() {
      const stopping = new AbortController();
      const late = () => new Error(`${waiting.size} refusals were not recorded in time`);
      await withTimeout(write(stopping.signal), DRAIN_MS, late).catch((error: unknown) => {
        stopping.abort();
        const [first] = waiting.values();
        if (first !== undefined) lose(error, first.refused);
      });
    },
  };
}

function seenOf({ times, firstAt, lastAt }: Waiting): RefusedTimes {
  const now = performance.now();
  return { times, firstAgoMs: now - firstAt, lastAgoMs: now - lastAt };
}

function keyOf({ tenantId, reservationId, operation, code }: RefusedRequest): string {
  return `${tenantId} ${reservationId} ${operation} ${code}`;
}
