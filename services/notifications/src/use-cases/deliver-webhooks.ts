// deliver-webhooks: everything that is due, each endpoint by itself; other processes take their share.
import { EndpointLane } from './deliver-to-endpoint.ts';
import type { DeliveryDeps } from './deliver-to-endpoint.ts';
import { openPlaces } from './places.ts';
import type { EndpointKey } from './webhook-ports.ts';

export interface Deliverer {
  /** For whoever has just made something due. */
  readonly wake: (endpoint: EndpointKey) => void;
  /** Finds what has become due. */
  sweep(): Promise<void>;
  /** Begins nothing more, lets what runs end for a while, and hands over the rest. */
  stop(): Promise<void>;
}

/** In a process; a tenant with very many slow endpoints leaves room for the others. */
const PLACES = { healthy: { total: 400, each: 100 }, failing: { total: 100, each: 25 } };
/** Endpoints that failed last, so that they keep to the places for those; the oldest are forgotten first. */
const REMEMBERED = 10_000;
const LET_END_MS = 5_000;

export function deliverWebhooks(given: Omit<DeliveryDeps, 'places' | 'isStopping' | 'signal'>): Deliverer {
  const lanes = new Map<string, EndpointLane>();
  const ending = new AbortController();
  const idle = Promise.withResolvers<void>();
  let isStopping = false;
  const deps: DeliveryDeps = {
    ...given,
    places: { healthy: openPlaces(PLACES.healthy), failing: openPlaces(PLACES.failing) },
    isStopping: () => isStopping,
    signal: ending.signal,
  };
  const failing = new Set<string>();
  const leave = (key: string, isFailing: boolean): void => {
    lanes.delete(key);
    failing.delete(key);
    if (isFailing) failing.add(key);
    const [oldest] = failing;
    if (oldest !== undefined && failing.size > REMEMBERED) failing.delete(oldest);
    if (isStopping && lanes.size === 0) idle.resolve();
  };
  const wake = (endpoint: EndpointKey): void => {
    if (isStopping) return;
    const key = `${endpoint.tenantId} ${endpoint.endpointId}`;
    const onIdle = (isFailing: boolean): void => leave(key, isFailing);
    const lane = lanes.get(key) ?? new EndpointLane(deps, endpoint, { wasFailing: failing.has(key), onIdle });
    lanes.set(key, lane);
    lane.look();
  };
  return {
    wake,
    async sweep() {
      for (const endpoint of await given.queue.due(given.clock.now())) wake(endpoint);
    },
    async stop() {
      isStopping = true;
      if (lanes.size === 0) idle.resolve();
      const timer = setTimeout(() => ending.abort(), LET_END_MS);
      await idle.promise;
      clearTimeout(timer);
      await given.queue.giveUp(given.owner);
    },
  };
}
