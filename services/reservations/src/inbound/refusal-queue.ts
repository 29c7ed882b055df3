import { withTimeout } from '@lodging/kit-runtime';
import type {
  RefusalQueue,
  RefusedRequest,
  RefusedRequestRepository,
  RefusedTimes,
} from '../ports/creation.ts';

export interface RefusalQueueDeps {
  readonly refusedRequests: Pick<RefusedRequestRepository, 'record'>;
  /** Called for the first loss after a refusal was recorded. */
  readonly logLost: (error: unknown, reservationId: string) => void;
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
 * Clients can cause refusals at any rate, so no answer waits for a record, and records use at most one connection. Refusals
 * of one reservation, operation and code that wait are one write, with their number.
 */
export function createRefusalQueue({ refusedRequests, logLost }: RefusalQueueDeps): RefusalQueue {
  const waiting = new Map<string, Waiting>();
  let wake = (): void => undefined;
  const losses = createLossLog(logLost);
  const writeOne = async (entry: Waiting): Promise<void> => {
    try {
      await refusedRequests.record(entry.refused, seenOf(entry));
      losses.end();
    } catch (error) {
      losses.report(error, entry.refused);
    }
  };
  const write = async (signal?: AbortSignal): Promise<void> => {
    // Refusals that are added meanwhile wait for the next run.
    for (const key of Array.from(waiting.keys())) {
      if (signal?.aborted === true) return;
      const entry = waiting.get(key);
      waiting.delete(key);
      if (entry !== undefined) await writeOne(entry);
    }
  };
  const add = (refused: RefusedRequest): void => {
    const now = performance.now();
    const key = keyOf(refused);
    const known = waiting.get(key);
    if (known !== undefined) {
      Object.assign(known, { refused, times: known.times + 1, lastAt: now });
    } else if (waiting.size < MAX_WAITING) {
      waiting.set(key, { refused, times: 1, firstAt: now, lastAt: now });
      wake();
    } else {
      losses.report(new Error(`${MAX_WAITING} refusals wait to be recorded`), refused);
    }
  };
  return {
    add,
    onAdded(listener) {
      wake = listener;
    },
    write: () => write(),
    async drain() {
      const stopping = new AbortController();
      const late = () => new Error(`${waiting.size} refusals were not recorded in time`);
      await withTimeout(write(stopping.signal), DRAIN_MS, late).catch((error: unknown) => {
        stopping.abort();
        const [first] = waiting.values();
        if (first !== undefined) losses.report(error, first.refused);
      });
    },
  };
}

/** Logs the first of a series of losses; a recorded refusal ends the series. */
function createLossLog(logLost: RefusalQueueDeps['logLost']) {
  let isLosing = false;
  return {
    report(error: unknown, { reservationId }: RefusedRequest): void {
      if (!isLosing) logLost(error, reservationId);
      isLosing = true;
    },
    end(): void {
      isLosing = false;
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
