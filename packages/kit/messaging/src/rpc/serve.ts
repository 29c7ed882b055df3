import { setTimeout as pause } from 'node:timers/promises';
import { createSemaphore, observableGauge, observe, SemaphoreTimeout } from '@lodging/kit-runtime';
import type { Logger, Semaphore } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { Svcm } from '@nats-io/services';
import type { Service } from '@nats-io/services';
import { answerRequest } from './answer-request.ts';
import type { RequestOutcome } from './answer-request.ts';
import type { Bus } from '../bus/bus.ts';
import { recordServerCall } from './call-metrics.ts';
import type { CallOutcome } from './call-metrics.ts';
import { outgoingOf } from '../bus/outgoing.ts';
import { writeFault } from './reply.ts';
import type { Route } from './route.ts';

const QUEUE_TIMEOUT_MS = 100;
const DEFAULT_MAX_IN_FLIGHT = 64;
const REGISTER_AGAIN_AFTER_MS = 1000;

const OVERLOADED: CallOutcome = { status: 'overloaded', errorType: 'overloaded' };
const running = observableGauge({
  name: 'lodging.rpc.server.running',
  unit: '{request}',
  description: 'Requests of other services in progress.',
});
const limit = observableGauge({
  name: 'lodging.rpc.server.limit',
  unit: '{request}',
  description: 'Requests of other services that may be in progress at once.',
});

export interface ServeOptions {
  /** The service's name: its queue group, and its name in discovery. */
  readonly group: string;
  readonly log: Logger;
  /** Requests that run at once; twice the database pool is a good value. */
  readonly maxInFlight?: number;
  /** Bytes of request bodies above 1 MiB that are read at once; 16 MiB unless given. */
  readonly largeAtOnceBytes?: number;
}

const LARGE_AT_ONCE_BYTES = 16 * 1024 * 1024;
/** Waiting requests hold memory too: at most so many times the bytes that are read at once. */
const LARGE_WAITING_FACTOR = 4;

type Counts = Record<RequestOutcome | 'overloaded', number> & { totalMs: number };

export async function serve(
  bus: Bus,
  options: ServeOptions,
  routes: readonly Route[],
): Promise<{ stop(): Promise<void> }> {
  const { group, log, maxInFlight = DEFAULT_MAX_IN_FLIGHT } = options;
  const { largeAtOnceBytes: atOnceBytes = LARGE_AT_ONCE_BYTES } = options;
  const large = createSemaphore({ permits: atOnceBytes, maxWaiting: atOnceBytes * LARGE_WAITING_FACTOR });
  const inFlight = createSemaphore({ permits: maxInFlight });
  const table = new Map(routes.map((route) => [route.subject, { route, counts: noCounts() }]));
  const state = { stopping: false, registered: true };
  const unobserve = observe((result) => {
    result.observe(running, inFlight.running());
    result.observe(limit, maxInFlight);
  });
  const unsubscribe = bus.addProbe(() => {
    if (!state.registered) throw new Error(`${group} is not subscribed to its requests`);
  });
  let service = await register(bus, group, table, { inFlight, large, log });

  /** The client library closes the service when the server removes one of its subscriptions. */
  const keepRegistered = async (): Promise<void> => {
    while (!state.stopping) {
      const reason = await service.stopped;
      if (state.stopping || bus.connection.isClosed()) return;
      state.registered = false;
      log.error({ err: reason, group }, 'the service lost its subscriptions; it registers again');
      await pause(REGISTER_AGAIN_AFTER_MS);
      service = await register(bus, group, table, { inFlight, large, log });
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
      await inFlight.idle();
    },
  };
}

type Table = Map<string, { route: Route; counts: Counts }>;

async function register(
  bus: Bus,
  group: string,
  table: Table,
  { inFlight, large, log }: { inFlight: Semaphore; large: Semaphore; log: Logger },
): Promise<Service> {
  const outgoing = outgoingOf(bus.connection);
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
      const work = async () => {
        const startedAt = performance.now();
        counts[await answerRequest(route, message, { mandates: bus.mandates, log, outgoing, large })] += 1;
        counts.totalMs += performance.now() - startedAt;
      };
      inFlight.run(work, { timeoutMs: QUEUE_TIMEOUT_MS }).catch((reason: unknown) => {
        if (!(reason instanceof SemaphoreTimeout))
          return log.error({ err: reason }, 'a request could not be answered');
        counts.overloaded += 1;
        recordServerCall(route.subject, OVERLOADED, performance.now() - QUEUE_TIMEOUT_MS);
        refuseOverloaded(message);
      });
    });
  }
  await bus.connection.flush();
  return service;
}

function refuseOverloaded(message: Pick<Msg, 'respond'>): void {
  const { body, headers } = writeFault('overloaded');
  message.respond(body, { headers });
}

function noCounts(): Counts {
  return { answered: 0, refused: 0, faulted: 0, dropped: 0, overloaded: 0, totalMs: 0 };
}
