import type { ZodType } from 'zod';
import { envelope } from '../outbox/event.ts';
import type { ReceivedEvent } from '../outbox/event.ts';
import type { InboxMark } from './inbox.ts';

export type Handler<Data = unknown> = (event: ReceivedEvent<Data>, mark: InboxMark) => Promise<void>;

/** The event types that a consumer handles, each with its handler and the shape of its data. */
export type Subscriptions = ReadonlyMap<string, { readonly handler: Handler; readonly shape: ZodType }>;

export interface ReadableEvent {
  readonly kind: 'event';
  readonly event: ReceivedEvent;
  readonly traceparent: string | undefined;
  readonly handler: Handler;
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
  if (!read.success) return unreadable(`not an event: ${read.error.message}`);
  const { id, type, tenantId, traceparent, ...rest } = read.data;
  const subscription = subscriptions.get(type);
  if (subscription === undefined) return { kind: 'not-ours' };
  const { handler, shape } = subscription;
  const data = shape.safeParse(rest.data);
  if (!data.success) return unreadable(`data does not fit ${type}: ${data.error.message}`, tenantId, id);
  return { kind: 'event', event: { ...rest, id, type, tenantId, data: data.data }, traceparent, handler };
}

function unreadable(error: string, tenantId?: string, eventId?: string): ReadEvent {
  return { kind: 'unreadable', error, tenantId, eventId };
}

/** Undefined where the payload is no JSON. */
export function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}
