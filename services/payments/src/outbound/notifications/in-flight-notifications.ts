import type { InFlightNotifications } from '../../ports/notifications.ts';

/** Longer than it takes to apply a notification. After that the provider is queried. */
const MAX_WAIT_MS = 300;

export function createInFlightNotifications(): InFlightNotifications {
  /** By intent. A repeated delivery of a success keeps it in flight until the last delivery ends. */
  const open = new Map<string, PromiseWithResolvers<void> & { deliveries: number }>();
  return {
    begin({ subject }) {
      if (subject.kind !== 'intent' || subject.status !== 'succeeded') return () => undefined;
      const { intentId } = subject;
      const success = open.get(intentId) ?? { ...Promise.withResolvers<void>(), deliveries: 0 };
      success.deliveries += 1;
      open.set(intentId, success);
      return () => {
        success.deliveries -= 1;
        if (success.deliveries > 0) return;
        open.delete(intentId);
        success.resolve();
      };
    },
    async waitFor(intentId) {
      const success = open.get(intentId);
      if (success === undefined) return false;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
      await Promise.race([success.promise, timeout.promise]);
      clearTimeout(timer);
      return true;
    },
  };
}
