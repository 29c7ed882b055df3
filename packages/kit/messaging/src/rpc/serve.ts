import { setTimeout as pause } from 'node:timers/promises';
import { createSemaphore, observableGauge, observe } from '@lodging/kit-runtime';
import type { Logger, Semaphore } from '@lodging/kit-runtime';
import { Svcm } from '@nats-io/services';
import type { Service } from '@nats-io/services';
import type { Bus } from '../bus/bus.ts';
import { handleRequest } from './handle-request.ts';
import type { Counts } from './handle-request.ts';
import { outgoingOf } from '../bus/outgoing.ts';
import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';
import type { Route } from './route.ts';

const DEFAULT_MAX_IN_FLIGHT = 64;
const REGISTER_AGAIN_AFTER_MS = 1000;

const running = observableGauge({
  name: 'lodging.rpc.server.running',
  unit: '{request}',
  description: 'Requests of other services in progress.',
});
const limit = observableGauge({
  name: 'lodging.rpc.server.limit',
  unit: '{request}',
  description: 'Requests of one tenant that may be in progress at once, where no other tenant has any.',
});
const waiting = observableGauge({
  name: 'lodging.rpc.server.waiting',
  unit: '{request}',
  description: 'Requests of other services that wait for a slot among those in progress.',
});

export interface ServeOptions {
  /** The service's name: its queue group, and its name in discovery. */
  readonly group: string;
  readonly log: Logger;
  /**
   * Requests that run at once of a tenant that is alone; half of them where others wait. Half as many again run of tenants
   * that have less than that. A few times the database pool is a good value: what waits longer there waits in no fair order.
   */
  readonly maxInFlight?: number;
  /** Bytes of request bodies above 1 MiB that are read at once; 16 MiB unless given. */
  readonly largeAtOnceBytes?: number;
}

const LARGE_AT_ONCE_BYTES = 16 * 1024 * 1024;
/** Waiting requests hold memory too: at most so many times the bytes that are read at once. */
const LARGE_WAITING_FACTOR = 4;

export async function serve(
  bus: Bus,
  options: ServeOptions,
  routes: readonly Route[],
): Promise<{ stop(): Promise<void> }> {
  const { group, log, maxInFlight = DEFAULT_MAX_IN_FLIGHT } = options;
  const { largeAtOnceBytes: atOnceBytes = LARGE_AT_ONCE_BYTES } = options;
  const large = createSemaphore({ permits: atOnceBytes, maxWaiting: atOnceBytes * LARGE_WAITING_FACTOR });
  const slots = createSlots(maxInFlight);
  const table = new Map(routes.map((route) => [route.subject, { route, counts: noCounts() }]));
  const state = { stopping: false, registered: true };
  const unobserve = observe((result) => {
    result.observe(running, slots.running());
    result.observe(waiting, slots.waiting());
    result.observe(limit, maxInFlight);
  });
  const unsubscribe = bus.addProbe(() => {
    if (!state.registered) throw new Error(`${group} is not subscribed to its requests`);
  });
  let service = await register(bus, group, table, { slots, large, log });

  /** The client library closes the service when the server removes one of its subscriptions. */
  const keepRegistered = async (): Promise<void> => {
    while (!state.stopping) {
      const reason = await service.stopped;
      if (state.stopping || bus.connection.isClosed()) return;
      state.registered = false;
      log.error({ err: reason, group }, 'the service lost its subscriptions; it registers again');
      await pause(REGISTER_AGAIN_AFTER_MS);
      service = await register(bus, group, table, { slots, large, log });
      state.registered = true;
    }
  };
  const kept = keepRegistered().catch((error: unknown) =>
    log.fatal({ err: error, group }, 'the service cannot register its subscriptions'),
  );
  return {
    async stop() {
      state.stopping = true;
      unsubscribe();
      unobserve();
      await service.stop();
      await kept;
      await slots.idle();
    },
  };
}

type Table = Map<string, { route: Route; counts: Counts }>;

async function register(
  bus: Bus,
  group: string,
  table: Table,
  parts: { slots: Slots; large: Semaphore; log: Logger },
): Promise<Service> {
  const { describeWork, mandates } = bus;
  const handling = { mandates, describeWork, outgoing: outgoingOf(bus.connection), ...parts };
  const service = await new Svcm(bus.connection).add({
    name: group,
    version: '1.0.0',
    description: `Requests answered by ${group}`,
    queue: group,
    // The library measures only the synchronous part of a handler; these figures include all of it.
    statsHandler: (endpoint) => Promise.resolve(table.get(endpoint.subject)?.counts),
  });
  for (const [subject, { route, counts }] of table) {
    const cut = subject.lastIndexOf('.');
    service.addGroup(subject.slice(0, cut), group).addEndpoint(subject.slice(cut + 1), (error, message) => {
      if (error !== null) return;
      void handleRequest(route, { message, ...handling }, counts);
    });
  }
  await bus.connection.flush();
  return service;
}

function noCounts(): Counts {
  return { answered: 0, refused: 0, faulted: 0, dropped: 0, overloaded: 0, rateLimited: 0, totalMs: 0 };
}
