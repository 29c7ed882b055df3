import { newId } from '../ids.ts';
import { isOfType } from './event-types.ts';
import type { Delivery, EventRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { QueueOptions } from './delivery-queue.ts';
import { DeliveryRules } from './delivery-rules.ts';
import type { ActiveRule } from './delivery-rules.ts';
import type { Endpoint } from './post-event.ts';
import { ReorderBatches } from './reorder-batches.ts';

/** Sends events to the webhook endpoints, by the delivery rules. */
export class Notifications {
  readonly rules = new DeliveryRules();
  readonly #store: Store;
  readonly #queue: DeliveryQueue;
  readonly #batches: ReorderBatches;
  #endpoints: Endpoint[];

  constructor(store: Store, endpoints: readonly Endpoint[], options: QueueOptions) {
    this.#store = store;
    this.#endpoints = [...endpoints];
    this.#queue = new DeliveryQueue(store, options, (url) => this.#secretOf(url));
    this.#batches = new ReorderBatches((deliveries) => void this.#queue.sendInOrder(deliveries));
  }

  /** Schedules what was not yet sent when the process ended. */
  resume(): void {
    const open = [...this.#store.deliveries.all()].map(({ entry }) => entry.object);
    for (const delivery of open.filter(({ state }) => state === 'pending' || state === 'held')) {
      this.#queue.schedule(delivery, Math.max(0, (delivery.nextAttemptAtMs ?? 0) - Date.now()));
    }
  }

  publish(event: EventRecord, account: string): void {
    const subscribed = this.#endpoints.filter((endpoint) => isSubscribed(endpoint, event));
    if (subscribed.length === 0) return;
    const rule = this.rules.consume(event, account);
    for (const endpoint of subscribed) this.#deliver(event, account, endpoint, rule);
  }

  /** Sends an event again, whatever the state of its deliveries. */
  resend(event: EventRecord, account: string): Delivery[] {
    return this.#endpoints.map((endpoint) => {
      const delivery = this.#newDelivery(event, account, endpoint, 'pending');
      this.#queue.schedule(delivery, 0);
      return delivery;
    });
  }

  deliveries(): Delivery[] {
    return [...this.#store.deliveries.all()].map(({ entry }) => entry.object).toReversed();
  }

  endpoints(): readonly Endpoint[] {
    return this.#endpoints;
  }

  addEndpoint(endpoint: Endpoint): void {
    this.#endpoints = [...this.#endpoints.filter(({ url }) => url !== endpoint.url), endpoint];
  }

  removeEndpoint(url: string): void {
    this.#endpoints = this.#endpoints.filter((endpoint) => endpoint.url !== url);
  }

  flush(): void {
    this.#batches.release();
    this.#queue.flush();
  }

  reset(): void {
    this.rules.clear();
    this.#batches.clear();
    this.#queue.clear();
  }

  async stop(): Promise<void> {
    this.#batches.clear();
    await this.#queue.stop();
  }

  #deliver(event: EventRecord, account: string, endpoint: Endpoint, rule: ActiveRule | undefined): void {
    switch (rule?.effect) {
      case 'drop':
        this.#newDelivery(event, account, endpoint, 'dropped');
        return;
      case 'late':
        this.#queue.schedule(this.#newDelivery(event, account, endpoint, 'pending'), rule.delayMs ?? 5000);
        return;
      case 'reorder':
        this.#batches.hold(rule, this.#newDelivery(event, account, endpoint, 'held'));
        return;
      case 'twice':
      case undefined:
        for (let copy = 0; copy < (rule?.copies ?? (rule === undefined ? 1 : 2)); copy += 1) {
          this.#queue.schedule(this.#newDelivery(event, account, endpoint, 'pending'), 0);
        }
    }
  }

  #newDelivery(event: EventRecord, account: string, { url }: Endpoint, state: Delivery['state']): Delivery {
    const delivery: Delivery = {
      id: newId('wd'),
      eventId: event.object.id,
      eventType: event.object.type,
      objectId: event.about,
      account,
      url,
      state,
      attempts: [],
      nextAttemptAtMs: null,
    };
    this.#store.deliveries.put(account, { object: delivery });
    return delivery;
  }

  #secretOf(url: string): string | undefined {
    return this.#endpoints.find((endpoint) => endpoint.url === url)?.secret;
  }
}

function isSubscribed({ events }: Endpoint, { object }: EventRecord): boolean {
  return events === undefined || events.some((type) => isOfType(object.type, type));
}
