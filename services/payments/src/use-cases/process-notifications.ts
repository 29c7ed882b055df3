import { inSpan } from '@lodging/kit-runtime';
import type { Notification, NotificationOutcome, Subject } from '../domain/notification.ts';
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
    await Promise.all(byPayment(batch).map((ofPayment) => processInOrder(deps, ofPayment)));
    if (batch.length < BATCH) return;
  }
}

/**
 * Those of one payment in the order of the provider: a decline that a success has overtaken is not published. The
 * provider's time has whole seconds; within one, an intent is declined before it succeeds.
 */
async function processInOrder(deps: ProcessNotificationsDeps, ofPayment: DueNotification[]): Promise<void> {
  for (const due of ofPayment.toSorted(inOrderOfProvider))
    await inTraceOf(due, () => processNotification(deps, due));
}

function inOrderOfProvider({ notification: one }: DueNotification, { notification: other }: DueNotification) {
  const rank = ({ subject }: Notification) => (isSuccess(subject) ? 1 : 0);
  return Temporal.Instant.compare(one.createdAt, other.createdAt) || rank(one) - rank(other);
}

function isSuccess(subject: Subject): boolean {
  return subject.kind === 'intent' && subject.status === 'succeeded';
}

function byPayment(batch: readonly DueNotification[]): DueNotification[][] {
  const intentOf = ({ subject }: Notification) => ('intentId' in subject ? subject.intentId : null);
  const groups = Map.groupBy(
    batch,
    ({ notification }) => intentOf(notification) ?? notification.providerEventId,
  );
  return [...groups.values()];
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
