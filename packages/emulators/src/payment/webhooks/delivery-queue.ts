import type Stripe from 'stripe';
import type { Delivery } from '../state/records.ts';
import type { Tables } from '../state/store.ts';
import { postEvent } from './post-event.ts';

export interface QueueOptions {
  /** Delays before the second attempt, the third, … */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  readonly maxInFlight: number;
}

/** Sends deliveries, at most `maxInFlight` at once, with retries. */
export class DeliveryQueue {
  readonly #tables: Tables;
  readonly #options: QueueOptions;
  readonly #secretOf: (url: string) => string | undefined;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #ready: string[] = [];

  constructor(tables: Tables, options: QueueOptions, secretOf: (url: string) => string | undefined) {
    this.#tables = tables;
    this.#options = options;
    this.#secretOf = secretOf;
  }

  /** Sends a delivery after `afterMs`; with 0 at once, in the order of the calls. */
  schedule(delivery: Delivery, afterMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#save({ ...delivery, state: 'pending', nextAttemptAtMs: Date.now() + afterMs });
    clearTimeout(this.#timers.get(delivery.id));
    if (afterMs <= 0) return this.#enqueue(delivery.id);
    this.#timers.set(
      delivery.id,
      setTimeout(() => this.#enqueue(delivery.id), afterMs),
    );
  }

  /** Sends these one after another, beside what else is in flight. */
  async sendInOrder(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) await this.#track(this.#send(delivery.id));
  }

  /** Sends everything that is scheduled now. */
  flush(): void {
    const waiting = [...this.#timers.keys()];
    for (const id of waiting) {
      clearTimeout(this.#timers.get(id));
      this.#enqueue(id);
    }
  }

  clear(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
    this.#ready = [];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.clear();
    await Promise.allSettled(this.#inFlight);
  }

  #enqueue(id: string): void {
    this.#timers.delete(id);
    this.#ready.push(id);
    this.#next();
  }

  #next(): void {
    while (this.#inFlight.size < this.#options.maxInFlight) {
      const id = this.#ready.shift();
      if (id === undefined) return;
      void this.#track(this.#send(id));
    }
  }

  async #track(sending: Promise<void>): Promise<void> {
    this.#inFlight.add(sending);
    await sending;
    this.#inFlight.delete(sending);
    this.#next();
  }

  async #send(id: string): Promise<void> {
    const delivery = this.#tables.deliveries.locate(id)?.entry.object;
    const event =
      delivery === undefined ? undefined : this.#tables.events.locate(delivery.eventId)?.entry.object;
    if (delivery === undefined || event === undefined || this.#stopping.signal.aborted) return;
    const secret = this.#secretOf(delivery.url);
    if (secret === undefined) return this.#save({ ...delivery, state: 'failed', nextAttemptAtMs: null });
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#options.timeoutMs)]);
    const attempt = await postEvent({ url: delivery.url, secret }, withPendingWebhook(event), signal);
    // An attempt that is aborted by `stop` does not count: the event is sent again at the next start.
    if (this.#stopping.signal.aborted) return;
    const attempts = [...delivery.attempts, attempt];
    if (attempt.error === null) {
      return this.#save({ ...delivery, attempts, state: 'succeeded', nextAttemptAtMs: null });
    }
    const delayMs = this.#options.retryDelaysMs[delivery.attempts.length];
    if (delayMs === undefined)
      return this.#save({ ...delivery, attempts, state: 'failed', nextAttemptAtMs: null });
    this.schedule({ ...delivery, attempts }, delayMs);
  }

  #save(delivery: Delivery): void {
    this.#tables.deliveries.put(delivery.account, { object: delivery });
  }
}

function withPendingWebhook(event: Stripe.Event): Stripe.Event {
  return { ...event, pending_webhooks: 1 };
}
