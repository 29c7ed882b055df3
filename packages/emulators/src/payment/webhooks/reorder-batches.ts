import type { Delivery } from '../state/records.ts';
import type { ActiveRule } from './delivery-rules.ts';

interface Batch {
  held: Delivery[];
  timer: NodeJS.Timeout;
}

export class ReorderBatches {
  readonly #batches = new Map<string, Batch>();
  readonly #send: (reversed: Delivery[]) => void;

  constructor(send: (reversed: Delivery[]) => void) {
    this.#send = send;
  }

  /** A complete batch is sent at once, an incomplete one after `delayMs`. */
  hold(rule: ActiveRule, delivery: Delivery): void {
    const key = `${rule.id} ${delivery.url}`;
    const batch = this.#batches.get(key) ?? {
      held: [],
      timer: setTimeout(() => this.#release(key), rule.delayMs ?? 3000),
    };
    batch.held.push(delivery);
    this.#batches.set(key, batch);
    if (batch.held.length >= (rule.batch ?? 2)) this.#release(key);
  }

  release(): void {
    for (const key of this.#batches.keys()) this.#release(key);
  }

  clear(): void {
    this.#batches.forEach((batch) => clearTimeout(batch.timer));
    this.#batches.clear();
  }

  #release(key: string): void {
    const batch = this.#batches.get(key);
    if (batch === undefined) return;
    clearTimeout(batch.timer);
    this.#batches.delete(key);
    this.#send(batch.held.toReversed());
  }
}
