import { counter, histogram, observableGauge, observe } from '@lodging/kit-runtime';
import { Busy } from './errors.ts';

const count = observableGauge({
  name: 'db.client.connection.count',
  unit: '{connection}',
  description: 'Connections of the pool.',
});
const maximum = observableGauge({
  name: 'db.client.connection.max',
  unit: '{connection}',
  description: 'The maximum size of the pool.',
});
const pending = observableGauge({
  name: 'db.client.connection.pending_requests',
  unit: '{request}',
  description: 'Operations that wait for a connection of the pool.',
});
const waitTime = histogram({
  name: 'db.client.connection.wait_time',
  unit: 's',
  description: 'Duration of the wait for a connection where none was free.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});
const timeouts = counter({
  name: 'db.client.connection.timeouts',
  unit: '{timeout}',
  description: 'Waits for a connection that timed out.',
});

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface PoolObservation {
  /** The wait for a connection where none is free. */
  measure<T>(wait: Promise<T>): Promise<T>;
  end(): void;
}

export function observePool(name: string, pool: Pool, max: number): PoolObservation {
  const labels = { 'db.client.connection.pool.name': name };
  const used = { ...labels, 'db.client.connection.state': 'used' };
  const idle = { ...labels, 'db.client.connection.state': 'idle' };
  const end = observe((result) => {
    result.observe(count, pool.totalCount - pool.idleCount, used);
    result.observe(count, pool.idleCount, idle);
    result.observe(maximum, max, labels);
    result.observe(pending, pool.waitingCount, labels);
  });
  return {
    end,
    async measure(wait) {
      const startedAt = performance.now();
      try {
        return await wait;
      } catch (error) {
        if (error instanceof Busy) timeouts.add(1, labels);
        throw error;
      } finally {
        waitTime.record((performance.now() - startedAt) / 1000, labels);
      }
    },
  };
}
