import type { Bus } from '../bus/bus.ts';
import { TRACEPARENT } from '../rpc/context-headers.ts';
import type { Database } from '@lodging/kit-postgres';
import { annotateWork, errorText, inSpan, SpanKind } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { JsMsg } from '@nats-io/jetstream';
import { insertDeadLetter, deleteDeadLetter } from './dead-letters.ts';
import type { NewDeadLetter } from './dead-letters.ts';
import { countDuplicate, FailedAfterMark, isProcessed, rememberProcessed, runMarked } from './inbox.ts';
import { deadLetters, measureProcess, retries } from './message-metrics.ts';
import { deferEvent } from './deferred-events.ts';
import { failedByOutage, OutsideOutage, rememberOutcome } from './outside-outage.ts';
import type { EventOrder, HandlerResult, ReadableEvent, ReadEvent } from './read-event.ts';

export const MAX_DELIVERIES = 8;
export const BACKOFF_MS = [1000, 5000, 30_000, 120_000, 600_000];
const STILL_WORKING_EVERY_MS = 10_000;

export interface ConsumerIdentity {
  readonly db: Database;
  readonly bus: Pick<Bus, 'describeWork'>;
  readonly stream: string;
  readonly durable: string;
  readonly log: Logger;
  /** These handlers, or all, commit the mark with their effect, so the consumer neither reads nor writes it. */
  readonly marksInTransaction?: boolean | readonly string[];
  /** Handlers may return `waits`. */
  readonly ordered?: boolean;
  /** Delays before the second attempt, the third and so on; the last one repeats. */
  readonly backoffMs?: readonly number[];
}

/** Never throws. A message that is neither acknowledged nor rejected is delivered again by the broker. */
export async function handleMessage(
  consumer: ConsumerIdentity,
  message: JsMsg,
  read: ReadEvent,
): Promise<void> {
  try {
    if ((await finish(consumer, message, read)) === 'done') message.ack();
    else message.term();
  } catch (error) {
    retryLater(consumer, message, error);
  }
}

/** Reports to the broker that the message is not lost, while it waits and while it is handled. Returns what ends it. */
export function startHeartbeats(message: JsMsg): () => void {
  const working = setInterval(() => message.working(), STILL_WORKING_EVERY_MS);
  return () => clearInterval(working);
}

type Ending = 'done' | 'dead';

async function finish(consumer: ConsumerIdentity, message: JsMsg, read: ReadEvent): Promise<Ending> {
  if (read.kind === 'not-ours') return 'done';
  if (read.kind === 'unreadable') return rejectUnreadable(consumer, message, read);
  const delivered = { durable: consumer.durable, eventId: read.event.id };
  if (message.info.deliveryCount >= MAX_DELIVERIES && !failedByOutage(delivered))
    return processLastDelivery(consumer, read, message);
  try {
    await processOrDefer(consumer, read, message);
    rememberOutcome(delivered);
    return 'done';
  } catch (error) {
    rememberOutcome(delivered, error);
    if (!(error instanceof FailedAfterMark)) throw error;
    return rejectHalfDone(consumer, message, read, error);
  }
}

/** The next delivery would be a duplicate and be acknowledged: an operator has to see what the handler left undone. */
async function rejectHalfDone(
  consumer: ConsumerIdentity,
  message: JsMsg,
  { event: { tenantId, id: eventId, type } }: ReadableEvent,
  error: FailedAfterMark,
): Promise<Ending> {
  const letter = deadLetterOf(consumer, message, { error: errorText(error), tenantId, eventId });
  await insertDeadLetter(consumer.db, letter);
  countDeadLetter(consumer);
  const fields = { err: error, consumer: consumer.durable, type, eventId };
  consumer.log.error(fields, 'an event became a dead letter: its handler failed after the inbox mark');
  return 'dead';
}

function retryLater(
  { log, durable, backoffMs = BACKOFF_MS }: ConsumerIdentity,
  message: JsMsg,
  error: unknown,
): void {
  const { deliveryCount } = message.info;
  log.warn(
    { err: error, consumer: durable, subject: message.subject, deliveryCount },
    'an event could not be processed; it will be delivered again',
  );
  const labels = { 'messaging.consumer.group.name': durable, 'messaging.destination.name': message.subject };
  retries.add(1, labels);
  message.nak(backoffMs[Math.min(deliveryCount, backoffMs.length) - 1] ?? 0);
}

async function rejectUnreadable(
  consumer: ConsumerIdentity,
  message: JsMsg,
  read: Extract<ReadEvent, { kind: 'unreadable' }>,
): Promise<Ending> {
  const { error, tenantId, eventId } = read;
  await insertDeadLetter(consumer.db, deadLetterOf(consumer, message, { error, tenantId, eventId }));
  countDeadLetter(consumer);
  consumer.log.error(
    { consumer: consumer.durable, subject: message.subject, reason: error },
    'a message could not be read; it became a dead letter',
  );
  return 'dead';
}

interface Incoming {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: JsMsg['headers'];
}

/** Processes the event, or stores it until the earlier event that it waits for is processed. */
export async function processOrDefer(
  consumer: ConsumerIdentity,
  read: ReadableEvent,
  { subject, data, headers }: Incoming,
): Promise<void> {
  const { event, predecessors } = read;
  const order = predecessors === undefined ? undefined : { predecessors, waitedMs: 0, overtakes: false };
  if ((await processOnce(consumer, read, order, headers?.get(TRACEPARENT))) !== 'waits') return;
  if (consumer.ordered !== true || order === undefined)
    throw new Error(`${event.type} may not wait: the consumer is not ordered`);
  await deferEvent(consumer, { event, subject, payload: data, predecessors: order.predecessors });
}

/** Runs the handler unless the event has been processed already. Throws what the handler throws. */
export function processOnce(
  { db, bus, durable, marksInTransaction = false }: ConsumerIdentity,
  { event, handler, traceparent }: ReadableEvent,
  order?: EventOrder,
  header = '',
): Promise<HandlerResult> {
  const parent = header === '' ? traceparent : header;
  const measured = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'process',
    'messaging.destination.name': event.type,
    'messaging.consumer.group.name': durable,
  };
  const attributes = { ...measured, 'messaging.operation.type': 'process', 'messaging.message.id': event.id };
  const span = { kind: SpanKind.CONSUMER, attributes, traceparent: parent, links: [parent] };
  const process = async (): Promise<HandlerResult> => {
    annotateWork(bus.describeWork?.(event.type, event.data));
    const mark = { consumer: durable, eventId: event.id };
    const run = () => runMarked(mark, () => handler(event, mark, order));
    const commitsMark =
      typeof marksInTransaction === 'boolean' ? marksInTransaction : marksInTransaction.includes(event.type);
    if (commitsMark) return run();
    if (await isProcessed(db, event.tenantId, mark)) return countDuplicate(mark);
    if ((await run()) === 'waits') return 'waits';
    await rememberProcessed(db, event.tenantId, mark);
  };
  return inSpan(`process ${event.type}`, span, () => measureProcess(measured, process()));
}

/**
 * The dead letter is inserted before the last attempt and deleted if that succeeds, so that an event whose handler ends
 * the process is found by an operator and is not delivered forever. An outage makes no attempt the last one.
 */
async function processLastDelivery(
  consumer: ConsumerIdentity,
  read: ReadableEvent,
  message: JsMsg,
): Promise<Ending> {
  const { tenantId, id: eventId } = read.event;
  const letter = (error: string): NewDeadLetter =>
    deadLetterOf(consumer, message, { error, tenantId, eventId });
  const { id, inserted } = await insertDeadLetter(
    consumer.db,
    letter('the process ended while it handled this event'),
  );
  if (!inserted) return 'dead';
  try {
    await processOrDefer(consumer, read, message);
  } catch (error) {
    if (error instanceof OutsideOutage) {
      rememberOutcome({ durable: consumer.durable, eventId }, error);
      await deleteDeadLetter(consumer.db, id);
      throw error;
    }
    await insertDeadLetter(consumer.db, letter(errorText(error)));
    countDeadLetter(consumer);
    const fields = { err: error, consumer: consumer.durable, type: read.event.type, eventId, letter: id };
    consumer.log.error(fields, 'an event became a dead letter');
    return 'dead';
  }
  await deleteDeadLetter(consumer.db, id);
  return 'done';
}

export function countDeadLetter({ stream, durable }: ConsumerIdentity): void {
  deadLetters.add(1, { 'messaging.consumer.group.name': durable, 'lodging.stream': stream });
}

function deadLetterOf(
  { stream, durable }: ConsumerIdentity,
  message: JsMsg,
  fields: Pick<NewDeadLetter, 'error' | 'tenantId' | 'eventId'>,
): NewDeadLetter {
  const { subject, data, info } = message;
  return { consumer: durable, stream, subject, payload: data, attempts: info.deliveryCount, ...fields };
}
