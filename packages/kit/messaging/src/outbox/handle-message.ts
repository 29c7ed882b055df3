import { TRACEPARENT } from '../call-headers.ts';
import type { Database } from '@lodging/kit-postgres';
import { inSpan, SpanKind } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { JsMsg } from '@nats-io/jetstream';
import { insertDeadLetter, deleteDeadLetter } from './dead-letters.ts';
import type { Burial } from './dead-letters.ts';
import { isSeen, rememberSeen } from './inbox.ts';
import { deadLetters, duplicates, measureProcess, retries } from './message-metrics.ts';
import type { ReadableEvent, ReadEvent } from './read-event.ts';

export const MAX_DELIVERIES = 8;
const BACKOFF_MS = [1000, 5000, 30_000, 120_000, 600_000];
const STILL_WORKING_EVERY_MS = 10_000;

export interface ConsumerIdentity {
  readonly db: Database;
  readonly stream: string;
  readonly durable: string;
  readonly log: Logger;
  /** Every handler marks the event in the commit of its effect, so nobody looks for the mark first. */
  readonly marksItself?: boolean;
  /** Pauses before the second try, the third and so on; the last one repeats. */
  readonly backoffMs?: readonly number[];
}

/** Never throws: whatever happens, the broker is told, or delivers again by itself. */
export async function handleMessage(
  consumer: ConsumerIdentity,
  message: JsMsg,
  read: ReadEvent,
): Promise<void> {
  const working = setInterval(() => message.working(), STILL_WORKING_EVERY_MS);
  try {
    if ((await settle(consumer, message, read)) === 'done') message.ack();
    else message.term();
  } catch (error) {
    retryLater(consumer, message, error);
  } finally {
    clearInterval(working);
  }
}

type Ending = 'done' | 'dead';

async function settle(consumer: ConsumerIdentity, message: JsMsg, read: ReadEvent): Promise<Ending> {
  if (read.kind === 'not-ours') return 'done';
  if (read.kind === 'unreadable') return bury(consumer, message, read);
  if (message.info.deliveryCount >= MAX_DELIVERIES) return actForTheLastTime(consumer, read, message);
  await actOnce(consumer, read, message);
  return 'done';
}

function retryLater(
  { log, durable, backoffMs = BACKOFF_MS }: ConsumerIdentity,
  message: JsMsg,
  error: unknown,
): void {
  const { deliveryCount } = message.info;
  log.warn(
    { err: error, consumer: durable, subject: message.subject, deliveryCount },
    'an event will be tried again',
  );
  const about = { 'messaging.consumer.group.name': durable, 'messaging.destination.name': message.subject };
  retries.add(1, about);
  message.nak(backoffMs[Math.min(deliveryCount, backoffMs.length) - 1] ?? 0);
}

async function bury(
  consumer: ConsumerIdentity,
  message: JsMsg,
  read: Extract<ReadEvent, { kind: 'unreadable' }>,
): Promise<Ending> {
  const { error, tenantId, eventId } = read;
  await insertDeadLetter(consumer.db, letterOf(consumer, message, { error, tenantId, eventId }));
  countDeadLetter(consumer);
  consumer.log.error(
    { consumer: consumer.durable, subject: message.subject, reason: error },
    'an unreadable message',
  );
  return 'dead';
}

/** Runs the handler unless its effect is there already. Throws what the handler throws. */
export function actOnce(
  { db, durable, marksItself = false }: ConsumerIdentity,
  { event, handler, traceparent }: ReadableEvent,
  message?: JsMsg,
): Promise<void> {
  const sentBy = message?.headers?.get(TRACEPARENT) ?? '';
  const cause = sentBy === '' ? traceparent : sentBy;
  const measured = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'process',
    'messaging.destination.name': event.type,
    'messaging.consumer.group.name': durable,
  };
  const attributes = { ...measured, 'messaging.operation.type': 'process', 'messaging.message.id': event.id };
  const span = { kind: SpanKind.CONSUMER, attributes, traceparent: cause, links: [cause] };
  const act = async (): Promise<void> => {
    const seen = { consumer: durable, eventId: event.id };
    if (marksItself) return handler(event, seen);
    if (await isSeen(db, event.tenantId, seen)) {
      duplicates.add(1, { 'messaging.consumer.group.name': durable });
      return;
    }
    await handler(event, seen);
    await rememberSeen(db, event.tenantId, seen);
  };
  return inSpan(`process ${event.type}`, span, () => measureProcess(measured, act()));
}

/**
 * The letter is written before the last try and taken back if that succeeds, so that an event whose handling ends the
 * process is still found by an operator, and is not tried for ever.
 */
async function actForTheLastTime(
  consumer: ConsumerIdentity,
  read: ReadableEvent,
  message: JsMsg,
): Promise<Ending> {
  const { tenantId, id: eventId } = read.event;
  const letter = (error: string): Burial => letterOf(consumer, message, { error, tenantId, eventId });
  const { id, made } = await insertDeadLetter(
    consumer.db,
    letter('the process ended while it handled this event'),
  );
  if (!made) return 'dead';
  try {
    await actOnce(consumer, read, message);
  } catch (error) {
    await insertDeadLetter(consumer.db, letter(String(error)));
    countDeadLetter(consumer);
    const fields = { err: error, consumer: consumer.durable, type: read.event.type, eventId, letter: id };
    consumer.log.error(fields, 'an event became a dead letter');
    return 'dead';
  }
  await deleteDeadLetter(consumer.db, id);
  return 'done';
}

function countDeadLetter({ stream, durable }: ConsumerIdentity): void {
  deadLetters.add(1, { 'messaging.consumer.group.name': durable, 'lodging.stream': stream });
}

function letterOf(
  { stream, durable }: ConsumerIdentity,
  message: JsMsg,
  about: Pick<Burial, 'error' | 'tenantId' | 'eventId'>,
): Burial {
  const { subject, data, info } = message;
  return { consumer: durable, stream, subject, payload: data, attempts: info.deliveryCount, ...about };
}
