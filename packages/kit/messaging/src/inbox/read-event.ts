import { errorText } from '@lodging/kit-runtime';
import type { InboxMark } from '@lodging/kit-runtime';
import { z } from 'zod';
import type { ZodType } from 'zod';
import { envelope } from '../outbox/event.ts';
import type { Envelope, ReceivedEvent } from '../outbox/event.ts';
import type { QueueKey } from './per-key-queue.ts';

/** An event beside the earlier events of its aggregate. */
export interface EventOrder {
  /** Schemas of the types that the consumer handles. */
  readonly predecessors: readonly string[];
  /** Since the event was deferred. */
  readonly waitedMs: number;
  /** It waited for long enough: it is processed, and a predecessor that is missing is marked, so that it has no effect later. */
  readonly overtakes: boolean;
}

/** `waits`, in an ordered consumer: an earlier event is missing. The event is deferred, and the handler called again. */
export type HandlerResult = 'waits' | void;

export type Handler<Data = unknown> = (
  event: ReceivedEvent<Data>,
  mark: InboxMark,
  /** Undefined where the publisher named no earlier events. */
  order?: EventOrder,
) => Promise<HandlerResult>;

/** The event types that a consumer handles, each with its handler and the shape of its data. */
export type Subscriptions = ReadonlyMap<string, { readonly handler: Handler; readonly shape: ZodType }>;

export interface ReadableEvent {
  readonly kind: 'event';
  readonly event: ReceivedEvent;
  readonly traceparent: string | undefined;
  readonly handler: Handler;
  readonly predecessors: readonly string[] | undefined;
}

export type ReadEvent =
  | ReadableEvent
  | { readonly kind: 'not-ours' }
  | {
      readonly kind: 'unreadable';
      readonly error: string;
      readonly tenantId: string | undefined;
      readonly eventId: string | undefined;
    };

export function readEvent(payload: Uint8Array, subscriptions: Subscriptions): ReadEvent {
  const read = envelope.safeParse(parseJson(payload));
  if (!read.success) return unreadable(`not an event: ${errorText(read.error)}`);
  const { id, type, tenantId, traceparent, predecessors: earlier, ...rest } = read.data;
  const subscription = subscriptions.get(type);
  if (subscription === undefined) return { kind: 'not-ours' };
  const { handler, shape } = subscription;
  const data = shape.safeParse(rest.data);
  if (!data.success) return unreadable(`data does not fit ${type}: ${errorText(data.error)}`, tenantId, id);
  const predecessors = earlier?.filter((one) => subscriptions.has(one.type)).map((one) => one.id);
  const event = { ...rest, id, type, tenantId, data: data.data };
  return { kind: 'event', event, traceparent, handler, predecessors };
}

const key = z
  .object({ tenantId: z.string(), aggregateId: z.string() })
  .catch({ tenantId: '', aggregateId: '' });

/** Tenant and aggregate of an event, without reading all of it; empty if it is not an event. */
export const keyOf = (payload: Uint8Array): QueueKey => key.parse(parseJson(payload));

function unreadable(error: string, tenantId?: string, eventId?: string): ReadEvent {
  return { kind: 'unreadable', error, tenantId, eventId };
}

/** Undefined where the payload is no event. */
export function readEnvelope(payload: Uint8Array): Envelope | undefined {
  return envelope.safeParse(parseJson(payload)).data;
}

/** Undefined where the payload is no JSON. */
export function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}
