import type { Notification } from '../domain/notification.ts';

/** Longer than it takes to apply a notification; the provider is asked after that. */
const MAX_WAIT_MS = 300;

/** The successes that this process was told of and has not applied yet. */
export interface Arrivals {
  /** Returns the function that ends it: the success is applied, or not in hand any more. */
  begin(notification: Notification): () => void;
  /** False at once where no success of the intent is in hand, else true when it is applied, or after a while. */
  awaited(intentId: string): Promise<boolean>;
}

export function createArrivals(): Arrivals {
  /** A success may be delivered again while it is applied: it is in hand until the last delivery ends. */
  const open = new Map<string, PromiseWithResolvers<void> & { deliveries: number }>();
  return {
    begin({ subject }) {
      if (subject.kind !== 'intent' || subject.status !== 'succeeded') return () => undefined;
      const { intentId } = subject;
      const arrival = open.get(intentId) ?? { ...Promise.withResolvers<void>(), deliveries: 0 };
      arrival.deliveries += 1;
      open.set(intentId, arrival);
      return () => {
        arrival.deliveries -= 1;
        if (arrival.deliveries > 0) return;
        open.delete(intentId);
        arrival.resolve();
      };
    },
    async awaited(intentId) {
      const arrival = open.get(intentId);
      if (arrival === undefined) return false;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
      await Promise.race([arrival.promise, timeout.promise]);
      clearTimeout(timer);
      return true;
    },
  };
}
