import {
  aboutReservation,
  currentTraceparent,
  inSpan,
  isRecorded,
  reservationIdIn,
  SpanKind,
} from '@lodging/kit-runtime';
import { TRACEPARENT } from '../rpc/context-headers.ts';
import type { Bus } from '../bus/bus.ts';
import { jetstream } from '@nats-io/jetstream';
import type { JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { measureSend } from '../inbox/message-metrics.ts';
import type { Acknowledged, ClaimedEvent } from './relay-store.ts';

const ACK_TIMEOUT_MS = 5000;
/** Well within the lease; what has not been sent by then goes back. */
const BATCH_MS = 15_000;

export interface Published {
  readonly acknowledged: Acknowledged[];
  readonly failed: ClaimedEvent[];
  readonly error: unknown;
}

export async function publishBatch(
  bus: Bus,
  stream: string,
  events: readonly ClaimedEvent[],
): Promise<Published> {
  const client = jetstream(bus.connection, { timeout: ACK_TIMEOUT_MS });
  const published: { acknowledged: Acknowledged[]; failed: ClaimedEvent[]; error: unknown } = {
    acknowledged: [],
    failed: [],
    error: undefined,
  };
  const until = performance.now() + BATCH_MS;
  const sendInOrder = async (ofOneAggregate: readonly ClaimedEvent[]): Promise<void> => {
    for (const [index, event] of ofOneAggregate.entries()) {
      try {
        if (performance.now() > until) throw new Error('the batch took too long');
        published.acknowledged.push({ event, ...(await send(client, stream, event)) });
      } catch (error) {
        // The later ones may not overtake it.
        published.failed.push(...ofOneAggregate.slice(index));
        published.error = error;
        return;
      }
    }
  };
  const byAggregate = Map.groupBy(events, (event) => `${event.tenant_id} ${event.aggregate_id}`);
  await Promise.all(Array.from(byAggregate.values(), sendInOrder));
  return published;
}

function send(
  client: JetStreamClient,
  stream: string,
  event: ClaimedEvent,
): Promise<Omit<Acknowledged, 'event'>> {
  const { type, id, traceparent, resent } = event;
  const measured = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'send',
    'messaging.destination.name': type,
  };
  const attributes = { ...measured, 'messaging.operation.type': 'send', 'messaging.message.id': id };
  const span = { kind: SpanKind.PRODUCER, attributes, ...(traceparent === null ? {} : { traceparent }) };
  return inSpan(`send ${type}`, span, async () => {
    if (isRecorded()) nameReservation(event);
    const written = headers();
    const current = currentTraceparent();
    if (current !== undefined) written.append(TRACEPARENT, current);
    // Within the time of recognised repetitions, what is sent once more would reach nobody.
    const msgID = resent === 0 ? id : `${id}.${resent}`;
    const options = { msgID, headers: written, timeout: ACK_TIMEOUT_MS, expect: { streamName: stream } };
    const sent = client.publish(type, withPredecessors(event), options);
    const { seq, duplicate } = await measureSend(measured, sent);
    return { sequence: seq, duplicate };
  });
}

function nameReservation({ envelope }: ClaimedEvent): void {
  const { data }: { data?: unknown } = Object(JSON.parse(envelope));
  const id = reservationIdIn(data);
  if (id !== undefined) aboutReservation(id);
}

/** Known only now: the outbox keeps the object without them. */
function withPredecessors({ envelope, predecessors }: ClaimedEvent): string {
  return `{"predecessors":${predecessors},${envelope.slice(1)}`;
}
