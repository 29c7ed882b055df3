// deliver-webhooks: everything that is due, each endpoint by itself; other processes take their share.
import { EndpointLane } from './deliver-to-endpoint.ts';
import type { DeliveryNeeds } from './deliver-to-endpoint.ts';
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

const PLACES = { healthy: 400, failing: 100 };
const LET_END_MS = 5_000;

export function deliverWebhooks(given: Omit<DeliveryNeeds, 'places' | 'isStopping' | 'signal'>): Deliverer {
  const lanes = new Map<string, EndpointLane>();
  const ending = new AbortController();
  const idle = Promise.withResolvers<void>();
  let isStopping = false;
  const needs: DeliveryNeeds = {
    ...given,
    places: { healthy: openPlaces(PLACES.healthy), failing: openPlaces(PLACES.failing) },
    isStopping: () => isStopping,
    signal: ending.signal,
  };
  const leave = (key: string): void => {
    lanes.delete(key);
    if (isStopping && lanes.size === 0) idle.resolve();
  };
  const wake = (endpoint: EndpointKey): void => {
    if (isStopping) return;
    const key = `${endpoint.tenantId} ${endpoint.endpointId}`;
    const lane = lanes.get(key) ?? new EndpointLane(needs, endpoint, () => leave(key));
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
