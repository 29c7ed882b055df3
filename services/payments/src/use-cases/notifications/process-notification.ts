import type { NotificationOutcome } from '../../domain/notifications/notification.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { DueNotification } from '../../ports/notifications.ts';
import { applyNotification } from './apply-notification.ts';

export type ProcessNotificationDeps = Pick<
  PaymentsDeps,
  'notifications' | 'alerts' | 'apiVersion' | 'clock' | 'provider' | 'ledgers' | 'vault' | 'newId'
>;

/** A notification about a payment that is unknown for so long is parked. */
const RETRY_FOR = { hours: 24 };

/** Applies a notification and records the outcome. A failure is logged and retried. */
export async function processNotification(
  deps: ProcessNotificationDeps,
  due: DueNotification,
): Promise<void> {
  const { notifications, alerts } = deps;
  try {
    const outcome = parkWhenOld(deps, due, await applyNotification(deps, due.notification));
    if (outcome.state === 'parked') alerts.notificationParked(due.notification, outcome.reason);
    await notifications.recordOutcome(due, outcome);
  } catch (error) {
    alerts.notificationFailed(due.notification, error);
    const outcome = parkWhenOld(deps, due, { state: 'later', reason: 'failed' });
    // Without this it becomes due again when its lease ends.
    await notifications.recordOutcome(due, outcome).catch(() => undefined);
  }
}

function parkWhenOld(
  { clock }: ProcessNotificationDeps,
  { receivedAt }: DueNotification,
  outcome: NotificationOutcome,
): NotificationOutcome {
  if (outcome.state !== 'later') return outcome;
  const isOld = Temporal.Instant.compare(clock.now(), receivedAt.add(RETRY_FOR)) > 0;
  return isOld ? { state: 'parked', reason: outcome.reason } : outcome;
}
