import { inSpan } from '@lodging/kit-runtime';
import type { NotificationOutcome } from '../domain/notification.ts';
import type { Alerts, DueNotification, NotificationRepository } from '../ports.ts';
import { applyNotification } from './apply-notification.ts';
import type { ApplyNotificationDeps } from './apply-notification.ts';

export interface ProcessNotificationsDeps extends ApplyNotificationDeps {
  readonly notifications: NotificationRepository;
  readonly alerts: Alerts;
}

const BATCH = 10;
/** A notification about a payment that is unknown for so long is parked. */
const RETRY_FOR = { hours: 24 };

export async function processNotifications(deps: ProcessNotificationsDeps): Promise<void> {
  for (;;) {
    const batch = await deps.notifications.takeDue(BATCH);
    await Promise.all(batch.map((due) => inTraceOf(due, () => processNotification(deps, due))));
    if (batch.length < BATCH) return;
  }
}

/** Continues the trace of the request that delivered the notification. */
function inTraceOf(
  { notification: { type }, traceparent }: DueNotification,
  work: () => Promise<void>,
): Promise<void> {
  const attributes = { 'lodging.notification.type': type };
  return inSpan(`apply ${type}`, { attributes, traceparent: traceparent ?? undefined }, work);
}

async function processNotification(deps: ProcessNotificationsDeps, due: DueNotification): Promise<void> {
  const { notifications, alerts } = deps;
  try {
    const outcome = parkWhenOld(deps, due, await applyNotification(deps, due.notification));
    if (outcome.state === 'parked') alerts.notificationParked(due.notification, outcome.reason);
    await notifications.settle(due, outcome);
  } catch (error) {
    alerts.notificationFailed(due.notification, error);
    const outcome = parkWhenOld(deps, due, { state: 'later', reason: 'failed' });
    // Without this it becomes due again when its lease ends.
    await notifications.settle(due, outcome).catch(() => undefined);
  }
}

function parkWhenOld(
  { clock }: ProcessNotificationsDeps,
  { receivedAt }: DueNotification,
  outcome: NotificationOutcome,
): NotificationOutcome {
  if (outcome.state !== 'later') return outcome;
  const isOld = Temporal.Instant.compare(clock.now(), receivedAt.add(RETRY_FOR)) > 0;
  return isOld ? { state: 'parked', reason: outcome.reason } : outcome;
}
