import { annotateWork, currentTraceparent, inSpan, isRecorded, SpanKind } from '@lodging/kit-runtime';
import type { DescribeWork } from '@lodging/kit-runtime';
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
  const { connection, describeWork } = bus;
  const client = jetstream(connection, { timeout: ACK_TIMEOUT_MS });
  const target = { client, stream, describeWork };
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
        published.acknowledged.push({ event, ...(await send(target, event)) });
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

interface Target {
  readonly client: JetStreamClient;
  readonly stream: string;
  readonly describeWork: DescribeWork | undefined;
}

function send(
  { client, stream, describeWork }: Target,
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
    if (isRecorded()) annotateWork(describeWork?.(type, dataOf(event)));
    const written = headers();
    const current = currentTraceparent();
    if (current !== undefined) written.append(TRACEPARENT, current);
    // Within the time of recognised repetitions, the stream would drop a resent event as a duplicate.
    const msgID = resent === 0 ? id : `${id}.${resent}`;
    const options = { msgID, headers: written, timeout: ACK_TIMEOUT_MS, expect: { streamName: stream } };
    const sent = client.publish(type, withPredecessors(event), options);
    const { seq, duplicate } = await measureSend(measured, sent);
    return { sequence: seq, duplicate };
  });
}

function dataOf({ envelope }: ClaimedEvent): unknown {
  const { data }: { data?: unknown } = Object(JSON.parse(envelope));
  return data;
}

/** Known only now: the outbox keeps the object without them. */
function withPredecessors({ envelope, predecessors }: ClaimedEvent): string {
  return `{"predecessors":${predecessors},${envelope.slice(1)}`;
}
