import { withTimeout } from '@lodging/kit-runtime';
import type { LinkQueue, RequestedLink } from '../ports/manage.ts';

export interface LinkQueueDeps {
  readonly mail: (requested: RequestedLink) => Promise<void>;
  /** Without the request: neither the address nor the reference belongs into a log. */
  readonly logFailure: (error: unknown, tenantId: string) => void;
}

const MAX_WAITING = 1_000;
const AT_ONCE = 2;
const DRAIN_MS = 3_000;

/**
 * In memory: a guest whose request is lost with the process asks again. It is bounded in requests and in work, because
 * guests may send requests at any rate.
 */
export function createLinkQueue({ mail, logFailure }: LinkQueueDeps): LinkQueue {
  const waiting: RequestedLink[] = [];
  const running = new Set<Promise<void>>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { tenantId } = next;
      await mail(next).catch((error: unknown) => logFailure(error, tenantId));
    }
  };
  const start = (): void => {
    if (running.size >= AT_ONCE) return;
    // Not in the turn of the answer.
    const run = new Promise<void>((resolve) => setImmediate(resolve)).then(work);
    running.add(run);
    void run.finally(() => running.delete(run));
  };
  return {
    add(requested) {
      if (waiting.length >= MAX_WAITING) {
        logFailure(new Error(`${MAX_WAITING} requested links wait to be mailed`), requested.tenantId);
        return;
      }
      waiting.push(requested);
      start();
    },
    async drain() {
      const late = () => new Error(`${waiting.length} requested links were not mailed in time`);
      await withTimeout(Promise.all(running), DRAIN_MS, late).catch((error: unknown) =>
        logFailure(error, ''),
      );
    },
  };
}
