import type Stripe from 'stripe';
import { newId } from './ids.ts';
import { API_VERSION, PLATFORM_ACCOUNT } from './provider.ts';
import type { Cause, EventType, ObjectOf, Provider } from './provider.ts';
import type { EventRecord } from './state/records.ts';
import type { Store } from './state/store.ts';

export interface ProviderOptions {
  readonly store: Store;
  readonly pageUrl: (path: string) => string;
  readonly publish: (event: EventRecord, account: string) => void;
  readonly settleAfterMs: number;
}

export function createProvider({
  store,
  pageUrl,
  publish,
  settleAfterMs,
}: ProviderOptions): Provider & { stop(): void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    store,
    pageUrl,
    now: () => Math.floor(Date.now() / 1000),
    emit: (cause, livemode, type, object) => {
      const event = eventOf(cause, livemode, type, object);
      const record = store.events.put(cause.account, {
        object: event,
        about: 'id' in object ? (object.id ?? '') : '',
      });
      publish(record, cause.account);
      return event;
    },
    settleLater: (work) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, settleAfterMs);
      timers.add(timer);
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

function eventOf<T extends EventType>(
  cause: Cause,
  livemode: boolean,
  type: T,
  object: ObjectOf<T>,
): Stripe.Event {
  const connected = cause.account === PLATFORM_ACCOUNT ? {} : { account: cause.account };
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    ...connected,
    api_version: API_VERSION,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode,
    pending_webhooks: 0,
    request: cause.request ?? { id: null, idempotency_key: null },
    type,
  };
  // TypeScript cannot prove for a generic type that `type` and `object` belong together.
  return event as Stripe.Event;
}
