import { inSpan } from '@lodging/kit-runtime';
import type { Notification, Subject } from '../../domain/notifications/notification.ts';
import type { DueNotification } from '../../ports/notifications.ts';
import { processNotification } from './process-notification.ts';
import type { ProcessNotificationDeps } from './process-notification.ts';

const BATCH = 10;

/** Applies the stored notifications that are due, until a batch is not full. */
export async function applyDueNotifications(deps: ProcessNotificationDeps): Promise<void> {
  for (;;) {
    const due = await deps.notifications.takeDue(BATCH);
    await Promise.all(byPayment(due).map((ofPayment) => processInOrder(deps, ofPayment)));
    if (due.length < BATCH) return;
  }
}

/**
 * Applies the notifications of one payment in the provider's order, so that a decline that a success has overtaken is not
 * published. The provider's time has whole seconds; within one second, an intent is declined before it succeeds.
 */
async function processInOrder(
  deps: ProcessNotificationDeps,
  ofPayment: readonly DueNotification[],
): Promise<void> {
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
