import { createFairSemaphore, createKeyedMutex, createSemaphore } from '@lodging/kit-runtime';

export interface QueueKey {
  /** Permits are granted to the tenants in turn. */
  readonly tenantId: string;
  /** Work of one aggregate runs in the order of the calls, one after the other unless `sharesAggregates`. */
  readonly aggregateId: string;
}

export interface PerKeyQueue {
  /** Resolves when the queue has taken the work, which may not throw. `weight`: its share of `capacity`; 1 unless given. */
  run(key: QueueKey, work: () => Promise<void>, weight?: number): Promise<void>;
  idle(): Promise<void>;
}

export interface PerKeyQueueOptions {
  /** Pieces of work at once. */
  readonly concurrency: number;
  /** The limit of one tenant: the rest is for others. */
  readonly perTenant: number;
  /** The limit of the weight of running and waiting work: within it, other tenants overtake a tenant with much work. */
  readonly capacity: number;
  /** Work of one aggregate only begins in the order of the calls, and puts itself in order. */
  readonly sharesAggregates?: boolean;
}

/** Work that waits for earlier work of its aggregate holds no permit. */
export function createPerKeyQueue(options: PerKeyQueueOptions): PerKeyQueue {
  const { concurrency, perTenant, capacity, sharesAggregates = false } = options;
  const admitted = createSemaphore({ permits: capacity });
  const permits = createFairSemaphore({ permits: concurrency, perKey: perTenant });
  const aggregates = createKeyedMutex();
  return {
    async run({ tenantId, aggregateId }, work, weight = 1) {
      const release = await admitted.acquire({ weight });
      const permitted = () => permits.run(tenantId, work);
      const running = sharesAggregates
        ? permitted()
        : aggregates.run(`${tenantId} ${aggregateId}`, permitted);
      void running.then(release, release);
    },
    idle: () => admitted.idle(),
  };
}
