import type { DescribeWork, InboxMark } from '@lodging/kit-runtime';
import { uuidV7 } from '@lodging/kernel';
import { connectBus } from '../src/index.ts';
import type { Bus } from '../src/index.ts';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { freshSchema, testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import type { TestLogger } from '@lodging/kit-testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { z } from 'zod';
import { provisionStream } from '../src/index.ts';
import { appendToOutbox, markProcessed, outboxMigrations } from '../src/index.ts';
import { startConsumer } from '../src/inbox/consumer.ts';
import type { EventOrder, EventToPublish, HandlerResult, ReceivedEvent } from '../src/index.ts';
import type { ConsumerOptions } from '../src/inbox/consumer.ts';

export const TENANT = '01936f2e-0000-7000-8000-000000000001';
export const parcel = z.object({ weight: z.number() });
export type ParcelSent = ReceivedEvent<z.output<typeof parcel>>;

const effectsMigrations = {
  name: 'effects',
  directory: new URL('./migrations', import.meta.url).pathname,
};

export type ParcelHandler = (
  event: ParcelSent,
  mark: InboxMark,
  order?: EventOrder,
) => Promise<HandlerResult>;
type ConsumeOptions = Pick<ConsumerOptions<never>, 'ordered' | 'maxWaitMs' | 'marksInTransaction'>;

export interface Post {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: TestLogger;
  readonly signal: AbortSignal;
  /** Creates the stream and its consumer where they are missing. */
  provision(): Promise<void>;
  /** Begins a test with empty tables, a stream of its own and nothing running. */
  next(): Promise<void>;
  close(): Promise<void>;
  /** What a relay of the current stream is started with. */
  relaying(): {
    db: Database;
    bus: Bus;
    stream: string;
    log: TestLogger;
    signal: AbortSignal;
  };
  event(fields?: Partial<EventToPublish>): EventToPublish;
  append(...events: EventToPublish[]): Promise<void>;
  /** Puts bytes into the stream as they are. */
  inject(payload: string): Promise<void>;
  streamInfo(): Promise<{ messages: number; firstSequence: number; lastSequence: number }>;
  /** Messages that the consumer has not been given, or has not answered. */
  unanswered(): Promise<number>;
  wipeStream(): Promise<void>;
  purgeStream(): Promise<void>;
  /** The effect of an event, written in the transaction that marks it as seen. */
  readonly shelve: (event: ReceivedEvent, mark?: InboxMark) => Promise<void>;
  shelved(): Promise<string[]>;
  /** The same, in an ordered consumer. */
  readonly shelveInOrder: ParcelHandler;
  consume(handle?: ParcelHandler, options?: ConsumeOptions): Promise<{ stop(): Promise<void> }>;
}

interface Context {
  readonly stream: string;
  readonly filter: string;
  readonly type: string;
}

const contextNumber = (number: number): Context => ({
  stream: `EVT_POST${number}`,
  filter: `evt.post${number}.>`,
  type: `evt.post${number}.v1.parcel.sent`,
});

/** Requests and events are about a weight: spans of any of them name it. */
const describeWork: DescribeWork = (operation, body) => {
  const { weight } = parcel.safeParse(body).data ?? {};
  return weight === undefined ? undefined : { 'post.weight': `${weight} of ${operation.split('.').at(-1)}` };
};

export async function openPost(): Promise<Post> {
  const log = testLogger();
  const fresh = await freshSchema({ schema: 'post', sources: [outboxMigrations, effectsMigrations] });
  const db = openDatabase({ url: fresh.url, schema: 'post', log });
  const identity = testIdentity();
  const bus = await connectBus({ url: useServers().natsUrl, name: 'post', identity, log, describeWork });
  const { signal } = new AbortController();
  const running: { stop(): Promise<void> }[] = [];
  let [tests, context] = [0, contextNumber(0)];
  const provision = async () => {
    const { stream: name, filter } = context;
    await provisionStream(bus, { name, subjects: [filter], consumers: ['shelf'] });
  };
  const stopAll = () => Promise.all(running.splice(0).map((one) => one.stop()));
  return {
    db,
    bus,
    log,
    signal,
    provision,
    ...effectsOf(db),
    event: (fields) => makeEvent(context.type, fields),
    async next() {
      await stopAll();
      tests += 1;
      context = contextNumber(tests);
      for (const table of ['effects', 'outbox', 'inbox', 'dead_letters', 'deferred_events']) {
        await db.acrossTenants((tx) => tx.query(`DELETE FROM ${table}`));
      }
      await provision();
    },
    async close() {
      await stopAll();
      await bus.drain();
      await db.close();
      await fresh.drop();
    },
    relaying: () => ({ db, bus, stream: context.stream, log, signal }),
    append: (...events) => db.inTenant(TENANT, (tx) => appendToOutbox(tx, ...events)),
    ...streamOf(bus, () => context),
    async consume(handle: ParcelHandler = effectsOf(db).shelve, options = {}) {
      const { stream, filter, type } = context;
      const about = { db, bus, log, signal, stream, filter, durable: 'shelf', backoffMs: [5], ...options };
      const table = { handlers: { [type]: handle }, schema: { [type]: parcel } };
      const consumer = await startConsumer({ ...about, ...table });
      running.push(consumer);
      return consumer;
    },
  };
}

function streamOf(
  bus: Bus,
  context: () => Context,
): Pick<Post, 'inject' | 'streamInfo' | 'unanswered' | 'wipeStream' | 'purgeStream'> {
  const manager = () => jetstreamManager(bus.connection, { checkAPI: false });
  return {
    async inject(payload) {
      await jetstream(bus.connection).publish(context().type, payload);
    },
    async streamInfo() {
      const { state } = await (await manager()).streams.info(context().stream);
      return { messages: state.messages, firstSequence: state.first_seq, lastSequence: state.last_seq };
    },
    async unanswered() {
      const info = await (await manager()).consumers.info(context().stream, 'shelf');
      return info.num_pending + info.num_ack_pending;
    },
    wipeStream: async () => void (await (await manager()).streams.delete(context().stream)),
    purgeStream: async () => void (await (await manager()).streams.purge(context().stream)),
  };
}

let made = 0;

function makeEvent(type: string, fields: Partial<EventToPublish> = {}): EventToPublish {
  made += 1;
  const id = uuidV7(1_800_000_000_000 + made, crypto.getRandomValues(new Uint8Array(10)));
  const occurredAt = Temporal.Instant.from('2027-01-15T08:00:00Z');
  const about = { aggregateId: `parcel-${made}`, aggregateVersion: 1, data: { weight: made } };
  return { id, type, tenantId: TENANT, livemode: false, occurredAt, ...about, ...fields };
}

function effectsOf(db: Database): Pick<Post, 'shelve' | 'shelveInOrder' | 'shelved'> {
  return {
    shelve: ({ id, tenantId }, mark) =>
      db.inTenant(tenantId, async (tx) => {
        if (await markProcessed(tx, tenantId, mark))
          await tx.query('INSERT INTO effects (event_id) VALUES ($1)', [id]);
      }),
    shelveInOrder: ({ id, tenantId }, mark, order) =>
      db.inTenant(tenantId, async (tx): Promise<HandlerResult> => {
        const { predecessors = [], overtakes = false } = order ?? {};
        const missing = await tx.query<{ id: string }>(
          `SELECT id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM inbox WHERE event_id = id)`,
          [[...predecessors]],
        );
        if (missing.length > 0 && !overtakes) return 'waits';
        for (const one of missing) await markProcessed(tx, tenantId, { ...mark, eventId: one.id });
        if (await markProcessed(tx, tenantId, mark))
          await tx.query('INSERT INTO effects (event_id) VALUES ($1)', [id]);
      }),
    async shelved() {
      const rows = await db.acrossTenants((tx) =>
        tx.query<{ event_id: string }>('SELECT event_id FROM effects ORDER BY position'),
      );
      return rows.map((row) => row.event_id);
    },
  };
}
