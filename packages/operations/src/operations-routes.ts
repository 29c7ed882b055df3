import { ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Bus, ConsumerSpec, Operation, Route } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import { recoveryRoutes } from './recovery/recovery.ts';
import type { Recovery, RecoveryOperations } from './recovery/recovery.ts';
import { traceBooking } from './timeline/trace-booking.ts';
import type { TraceRequest, TraceWire, Tracing } from './timeline/trace-booking.ts';

/** As the contract of the service declares them. */
export interface OperationsContract extends RecoveryOperations {
  readonly traceBooking: Operation<TraceRequest, TraceWire>;
}

export interface OperationsDeps {
  readonly db: Database;
  readonly bus: Bus;
  /** The stream of its own events; undefined in a service that publishes none. */
  readonly publishes?: { readonly name: string };
  readonly consumers: readonly Pick<ConsumerSpec, 'stream'>[];
  /** Entries that the service adds to the timeline of a booking, beside its events. */
  readonly tracing?: Tracing;
  readonly recovery?: Recovery;
}

/** Timeline and recovery of one service, for the platform's operator. */
export function operationsRoutes(
  contract: OperationsContract,
  { db, bus, publishes, consumers, tracing, recovery }: OperationsDeps,
): Route[] {
  const own = { db, bus, publishes: publishes?.name, consumes: consumers.map(({ stream }) => stream.name) };
  return [
    ...recoveryRoutes(contract, { ...own, recovery }),
    on(contract.traceBooking, async (request) => ok(await traceBooking({ ...own, tracing }, request))),
  ];
}
