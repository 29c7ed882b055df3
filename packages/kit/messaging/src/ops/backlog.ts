import type { Bus } from '../bus/bus.ts';
import type { OutboxRelay } from '../outbox/relay.ts';
import type { Database } from '@lodging/kit-postgres';
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { millis } from '@nats-io/nats-core';

const NOT_FOUND = [10_014, 10_059];

export interface BacklogDeps {
  readonly db: Database;
  readonly bus: Bus;
  /** Undefined in a service that publishes nothing. */
  readonly publishes?: string | undefined;
  readonly relay?: Pick<OutboxRelay, 'failure'> | undefined;
  readonly consumes: readonly { readonly stream: string; readonly durable: string }[];
}

export interface ConsumerBacklog {
  readonly stream: string;
  readonly consumer: string;
  readonly exists: boolean;
  /** Not delivered yet. */
  readonly pending: number;
  /** Delivered, and neither done nor given up. */
  readonly ackPending: number;
  readonly redelivered: number;
  readonly lastActiveAt: string | null;
}

interface Waiting {
  waiting: number;
  oldestAt: Temporal.Instant | null;
  lagSeconds: number;
}

export interface Backlog {
  /** `failure`: why the waiting events could not be published just now; null where that is not known. */
  readonly outbox: (Waiting & { failure: string | null }) | null;
  readonly stream: {
    name: string;
    messages: number;
    bytes: number;
    replicas: number;
    maxAgeSeconds: number;
    discard: string;
  } | null;
  readonly consumers: readonly ConsumerBacklog[];
  readonly deadLetters: { open: number; oldestAt: Temporal.Instant | null };
  readonly broker: {
    version: string;
    maxPayloadBytes: number;
    /** Why JetStream does not answer; null where it does. Nothing is known of the stream and the consumers then. */
    failure: string | null;
  };
}

/** Without a quorum no request to JetStream is answered. Shorter than the admin API waits for a service. */
const JETSTREAM_LIMIT_MS = 1_500;

export async function readBacklog({ db, bus, publishes, relay, consumes }: BacklogDeps): Promise<Backlog> {
  const [outbox, deadLetters, { stream, consumers, failure }] = await Promise.all([
    publishes === undefined ? null : readOutbox(db, relay),
    readDeadLetters(db),
    readJetStream(bus, publishes, consumes),
  ]);
  const { version = '', max_payload: maxPayloadBytes = 0 } = bus.connection.info ?? {};
  return { outbox, stream, consumers, deadLetters, broker: { version, maxPayloadBytes, failure } };
}

/** What the database says of the outbox counts most while JetStream does not answer, so that failure is part of the answer. */
async function readJetStream(
  bus: Bus,
  publishes: string | undefined,
  consumes: BacklogDeps['consumes'],
): Promise<Pick<Backlog, 'stream' | 'consumers'> & { failure: string | null }> {
  try {
    const options = { checkAPI: false, timeout: JETSTREAM_LIMIT_MS };
    const manager = await jetstreamManager(bus.connection, options);
    const [stream, consumers] = await Promise.all([
      publishes === undefined ? null : readStream(manager, publishes),
      Promise.all(consumes.map(({ stream: name, durable }) => readConsumer(manager, name, durable))),
    ]);
    return { stream, consumers, failure: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { stream: null, consumers: [], failure: error.message };
  }
}

const OUTBOX = `
  SELECT count(*)::int4 AS waiting, min(created_at) AS "oldestAt",
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "lagSeconds"
  FROM outbox WHERE published_at IS NULL`;

async function readOutbox(
  db: Database,
  relay: BacklogDeps['relay'],
): Promise<NonNullable<Backlog['outbox']>> {
  const [row] = await db.acrossTenants((tx) => tx.query<Waiting>(OUTBOX));
  const { waiting, oldestAt, lagSeconds } = row ?? { waiting: 0, oldestAt: null, lagSeconds: 0 };
  return { waiting, oldestAt, lagSeconds, failure: waiting === 0 ? null : (relay?.failure() ?? null) };
}

const DEAD_LETTERS = `
  SELECT count(*)::int4 AS open, min(died_at) AS "oldestAt" FROM dead_letters WHERE replayed_at IS NULL`;

async function readDeadLetters(db: Database): Promise<Backlog['deadLetters']> {
  const [row] = await db.acrossTenants((tx) => tx.query<Backlog['deadLetters']>(DEAD_LETTERS));
  return row ?? { open: 0, oldestAt: null };
}

async function readStream(manager: JetStreamManager, name: string): Promise<Backlog['stream']> {
  const info: StreamInfo | undefined = await ifFound(manager.streams.info(name));
  if (info === undefined) return null;
  const { config, state } = info;
  return {
    name,
    messages: state.messages,
    bytes: state.bytes,
    replicas: config.num_replicas,
    maxAgeSeconds: millis(config.max_age) / 1000,
    discard: config.discard,
  };
}

async function readConsumer(
  manager: JetStreamManager,
  stream: string,
  consumer: string,
): Promise<ConsumerBacklog> {
  const info: ConsumerInfo | undefined = await ifFound(manager.consumers.info(stream, consumer));
  return {
    stream,
    consumer,
    exists: info !== undefined,
    pending: info?.num_pending ?? 0,
    ackPending: info?.num_ack_pending ?? 0,
    redelivered: info?.num_redelivered ?? 0,
    lastActiveAt: lastActiveOf(info?.delivered.last_active),
  };
}

/** The library's type says nanoseconds; what the server sends is a date-time. */
function lastActiveOf(lastActive: unknown): string | null {
  return typeof lastActive === 'string' ? lastActive : null;
}

async function ifFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof JetStreamApiError && NOT_FOUND.includes(error.code)) return undefined;
    throw error;
  }
}
