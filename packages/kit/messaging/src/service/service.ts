import type { Database, MigrationSource } from '@lodging/kit-postgres';
import type { Checks, DescribeWork, Facts, ProcessInfo, Runtime, Timer } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { OpsOperations } from '../ops/ops-routes.ts';
import type { ConsumerOptions } from '../inbox/consumer.ts';
import type { Route } from '../rpc/route.ts';
import type { Seal } from './seals.ts';

/** Settings of every service. */
export interface ServiceSettings {
  readonly POSTGRES_URL: string;
  readonly NATS_URL: string;
  readonly NATS_CA_FILE?: string | undefined;
  readonly NATS_CERT_FILE?: string | undefined;
  readonly NATS_KEY_FILE?: string | undefined;
  readonly BUS_SIGNING_KEY: string;
  readonly BUS_PUBLIC_KEYS: readonly string[];
  readonly SERVICE_VERSION?: string | undefined;
}

/** The event stream of a context: one publisher, one stream. */
export interface EventStream {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly filter: string;
}

/** A durable consumer under the service's own name. */
export interface ConsumerSpec<
  Schema extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>,
> extends Pick<
  ConsumerOptions<Schema>,
  'schema' | 'handlers' | 'backoffMs' | 'marksInTransaction' | 'ordered' | 'maxWaitMs' | 'queue'
> {
  readonly stream: EventStream;
}

/** Checks that the handlers fit the schema; the service takes consumers of all schemas. */
export function consumer<Schema extends Readonly<Record<string, z.ZodType>>>(
  spec: ConsumerSpec<Schema>,
): ConsumerSpec {
  return spec as unknown as ConsumerSpec;
}

/** An HTTP server of the service: of clients, of the platform operator, or of a provider's notifications. */
export interface HttpListener {
  listen(): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Opened by the kit before a service builds its own parts. */
export interface ServiceContext<Settings> extends Runtime {
  readonly settings: Settings;
  readonly db: Database;
  readonly bus: Bus;
  readonly checks: Checks;
  readonly info: ProcessInfo;
}

/** The parts that a service adds. The kit starts them in this order, and stops them in the reverse one. */
export interface ServiceParts {
  readonly routes?: readonly Route[];
  readonly consumers?: readonly ConsumerSpec[];
  readonly timers?: readonly Timer[];
  readonly servers?: readonly HttpListener[];
  /** Checks that do not decide on readiness: their failure is reported, not fatal. */
  readonly optionalChecks?: Checks;
  readonly facts?: () => Promise<Facts>;
  /** Sealed columns: checked at start and by `doctor`, and resealed after a rotation. */
  readonly seals?: readonly Seal[];
  /** End the observation of gauges. */
  readonly observers?: readonly (() => void)[];
  /** Called when no new work comes in any more, while the bus and the database are still open. */
  readonly stop?: () => Promise<void>;
}

export interface Service<Settings extends ServiceSettings, Parts extends ServiceParts> {
  /** The name of the process, of its schema, of its queue group and of its consumers. */
  readonly name: string;
  readonly settings: z.ZodObject & z.ZodType<Settings>;
  readonly migrations: readonly MigrationSource[];
  /** Health, backlog and dead letters, as the context's contract declares them. */
  readonly ops?: OpsOperations;
  /** The stream of its own events, fed by an outbox relay. */
  readonly publishes?: EventStream;
  /** Describes requests and events: attributes of their spans and log lines. */
  readonly describeWork?: DescribeWork;
  readonly maxConnections?: (settings: Settings) => number;
  /** Starts while the database or its migrations are missing; the service is not ready, and answers what it can without. */
  readonly startsWithoutDatabase?: boolean;
  /** Requests that run at once. */
  readonly maxInFlight?: number;
  /** Bytes of request bodies above 1 MiB that are read at once. */
  readonly largeAtOnceBytes?: number;
  readonly build: (context: ServiceContext<Settings>) => Parts | Promise<Parts>;
}

/** Infers the types of a declaration. */
export function defineService<Settings extends ServiceSettings, Parts extends ServiceParts>(
  service: Service<Settings, Parts>,
): Service<Settings, Parts> {
  return service;
}
