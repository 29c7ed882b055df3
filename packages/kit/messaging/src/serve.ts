import { setTimeout as pause } from 'node:timers/promises';
import { gauge, observe } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import { Svcm } from '@nats-io/services';
import type { Service } from '@nats-io/services';
import { answerRequest } from './answer-request.ts';
import type { Ending } from './answer-request.ts';
import type { Bus } from './bus.ts';
import { recordServerCall } from './call-metrics.ts';
import type { CallEnding } from './call-metrics.ts';
import { inFlightGate } from './in-flight-gate.ts';
import type { InFlightGate } from './in-flight-gate.ts';
import { largeBodies } from './large-bodies.ts';
import type { LargeBodies } from './large-bodies.ts';
import { outgoingOf } from './outgoing.ts';
import { writeFault } from './reply.ts';
import type { Route } from './route.ts';

const QUEUE_TIMEOUT_MS = 100;
const DEFAULT_MAX_IN_FLIGHT = 64;
const REGISTER_AGAIN_AFTER_MS = 1000;

const OVERLOADED: CallEnding = { status: 'overloaded', failed: 'overloaded' };
const running = gauge({
  name: 'lodging.rpc.server.running',
  unit: '{request}',
  about: 'Requests of neighbours that a service works on.',
});
const limit = gauge({
  name: 'lodging.rpc.server.limit',
  unit: '{request}',
  about: 'The most requests that a service works on at once.',
});

export interface ServeOptions {
  /** The service's name: its queue group, and its name in discovery. */
  readonly group: string;
  readonly log: Logger;
  /** Requests that run at once, best twice the database pool. */
  readonly maxInFlight?: number;
  /** Bytes of large request bodies that are worked on at once; unless told, one of the largest there can be. */
  readonly largeAtOnceBytes?: number;
}

const LARGE_FROM_BYTES = 1024 * 1024;
const LARGE_AT_ONCE_BYTES = 16 * LARGE_FROM_BYTES;
/** How many times as much may wait. */
const LARGE_WAITING = 4;

type Counts = Record<Ending | 'overloaded', number> & { totalMs: number };

export async function serve(
  bus: Bus,
  options: ServeOptions,
  routes: readonly Route[],
): Promise<{ stop(): Promise<void> }> {
  const { group, log, maxInFlight = DEFAULT_MAX_IN_FLIGHT } = options;
  const { largeAtOnceBytes: atOnceBytes = LARGE_AT_ONCE_BYTES } = options;
  const waitingBytes = atOnceBytes * LARGE_WAITING;
  const large = largeBodies({ fromBytes: LARGE_FROM_BYTES, atOnceBytes, waitingBytes });
  const gate = inFlightGate({ limit: maxInFlight, queueTimeoutMs: QUEUE_TIMEOUT_MS });
  const table = new Map(routes.map((route) => [route.subject, { route, counts: noCounts() }]));
  const state = { stopping: false, registered: true };
  const unobserve = observe((report) => {
    report(running, gate.running());
    report(limit, maxInFlight);
  });
  const forget = bus.watch(() => {
    if (!state.registered) throw new Error(`${group} does not serve its requests`);
  });
  let service = await register(bus, group, table, { gate, large, log });

  /** The client library closes a whole service when the server takes one of its subscriptions away. */
  const keep = async (): Promise<void> => {
    while (!state.stopping) {
      const reason = await service.stopped;
      if (state.stopping || bus.connection.isClosed()) return;
      state.registered = false;
      log.error({ err: reason, group }, 'stopped serving; registering again');
      await pause(REGISTER_AGAIN_AFTER_MS);
      service = await register(bus, group, table, { gate, large, log });
      state.registered = true;
    }
  };
  const kept = keep().catch((error: unknown) => log.fatal({ err: error, group }, 'cannot serve any more'));
  return {
    async stop() {
      state.stopping = true;
      forget();
      unobserve();
      await service.stop();
      await kept;
      await gate.idle();
    },
  };
}

type Table = Map<string, { route: Route; counts: Counts }>;

async function register(
  bus: Bus,
  group: string,
  table: Table,
  { gate, large, log }: { gate: InFlightGate; large: LargeBodies; log: Logger },
): Promise<Service> {
  const outgoing = outgoingOf(bus.connection);
  const service = await new Svcm(bus.connection).add({
    name: group,
    version: '1.0.0',
    description: `Requests answered by ${group}`,
    queue: group,
    // The library times only the synchronous part of a handler, so the true figures travel as data.
    statsHandler: (endpoint) => Promise.resolve(table.get(endpoint.subject)?.counts),
  });
  for (const [subject, { route, counts }] of table) {
    const cut = subject.lastIndexOf('.');
    service.addGroup(subject.slice(0, cut), group).addEndpoint(subject.slice(cut + 1), (error, message) => {
      if (error !== null) return;
      gate.pass(
        async () => {
          const started = performance.now();
          counts[await answerRequest(route, message, { log, outgoing, large })] += 1;
          counts.totalMs += performance.now() - started;
        },
        () => {
          counts.overloaded += 1;
          recordServerCall(route.subject, OVERLOADED, performance.now() - QUEUE_TIMEOUT_MS);
          const { body, headers } = writeFault('overloaded');
          message.respond(body, headers === undefined ? undefined : { headers });
        },
      );
    });
  }
  await bus.connection.flush();
  return service;
}

function noCounts(): Counts {
  return { answered: 0, refused: 0, faulted: 0, dropped: 0, overloaded: 0, totalMs: 0 };
}
