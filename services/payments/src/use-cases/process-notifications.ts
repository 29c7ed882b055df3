import type { Clock } from '@lodging/kernel';
import type { Verdict } from '../domain/notification.ts';
import type { ApplyNotification } from './apply-notification.ts';
import type { Alarm, DueNotification, InTrace, Notifications } from './ports.ts';

export interface ProcessNotificationsPorts {
  readonly notifications: Notifications;
  readonly applyNotification: ApplyNotification;
  readonly alarm: Alarm;
  readonly clock: Clock;
  readonly inTrace: InTrace;
}

const AT_ONCE = 10;
/** A payment that nobody knows of by then will not come any more. */
const PATIENCE = { hours: 24 };

export function processNotifications(ports: ProcessNotificationsPorts) {
  return async (): Promise<void> => {
    for (;;) {
      const due = await ports.notifications.takeDue(AT_ONCE);
      await Promise.all(
        due.map((one) => ports.inTrace(one.notification.type, one.traceparent, () => processOne(ports, one))),
      );
      if (due.length < AT_ONCE) return;
    }
  };
}

async function processOne(ports: ProcessNotificationsPorts, due: DueNotification): Promise<void> {
  const { notifications, alarm } = ports;
  try {
    const verdict = withPatience(ports, due, await ports.applyNotification(due.notification));
    if (verdict.state === 'parked') alarm.notificationParked(due.notification, verdict.reason);
    await notifications.settle(due, verdict);
  } catch (error) {
    // It comes again by itself: what was taken and not settled is due once more after a while.
    alarm.notificationFailed(due.notification, error);
    const verdict = withPatience(ports, due, { state: 'later', reason: 'failed' });
    await notifications.settle(due, verdict).catch(() => undefined);
  }
}

function withPatience({ clock }: ProcessNotificationsPorts, due: DueNotification, verdict: Verdict): Verdict {
  if (verdict.state !== 'later') return verdict;
  const isOver = Temporal.Instant.compare(clock.now(), due.receivedAt.add(PATIENCE)) > 0;
  return isOver ? { state: 'parked', reason: verdict.reason } : verdict;
}
