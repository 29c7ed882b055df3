import type { WebhookDispatcher } from '../../ports/deliveries.ts';
import { EndpointWorker } from './endpoint-worker.ts';
import type { EndpointWorkerDeps } from './endpoint-worker.ts';
import { createFairSemaphore } from '@lodging/kit-runtime';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';

/** Attempts of this process at once, and of one tenant: many slow endpoints of one tenant leave capacity for others. */
const PERMITS = { healthy: { permits: 400, perKey: 100 }, failing: { permits: 100, perKey: 25 } };
/** Of the ten connections of the database, and of one tenant: the rest is for the log of events and for requests. */
const STATEMENTS = { permits: 5, perKey: 2 };
/** Endpoints whose last delivery failed; the oldest are dropped first. */
const MAX_REMEMBERED = 10_000;
const DRAIN_MS = 5_000;

export type WebhookDispatcherDeps = Omit<
  EndpointWorkerDeps,
  'permits' | 'statements' | 'isStopping' | 'signal'
>;

/** Runs one worker for each endpoint with due deliveries, so that a slow endpoint delays no other. */
export function createWebhookDispatcher(given: WebhookDispatcherDeps): WebhookDispatcher {
  const workers = new Map<string, EndpointWorker>();
  const failing = new Set<string>();
  const draining = new AbortController();
  const idle = Promise.withResolvers<void>();
  let isStopping = false;
  const deps: EndpointWorkerDeps = {
    ...given,
    permits: {
      healthy: createFairSemaphore(PERMITS.healthy),
      failing: createFairSemaphore(PERMITS.failing),
    },
    statements: createFairSemaphore(STATEMENTS),
    isStopping: () => isStopping,
    signal: draining.signal,
  };
  const remove = (key: string, isFailing: boolean): void => {
    workers.delete(key);
    failing.delete(key);
    if (isFailing) failing.add(key);
    const [oldest] = failing;
    if (oldest !== undefined && failing.size > MAX_REMEMBERED) failing.delete(oldest);
    if (isStopping && workers.size === 0) idle.resolve();
  };
  const wake = (endpoint: EndpointKey): void => {
    if (isStopping) return;
    const key = `${endpoint.tenantId} ${endpoint.endpointId}`;
    const onIdle = (isFailing: boolean): void => remove(key, isFailing);
    const worker =
      workers.get(key) ?? new EndpointWorker(deps, endpoint, { wasFailing: failing.has(key), onIdle });
    workers.set(key, worker);
    worker.wake();
  };
  return {
    wake,
    async sweep() {
      for (const endpoint of await given.queue.findDue(given.clock.now())) wake(endpoint);
    },
    async stop() {
      isStopping = true;
      if (workers.size === 0) idle.resolve();
      const timer = setTimeout(() => draining.abort(), DRAIN_MS);
      await idle.promise;
      clearTimeout(timer);
      await given.queue.releaseLeases(given.owner);
    },
  };
}
