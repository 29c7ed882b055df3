import { inSpan } from '@lodging/kit-runtime';
import { applyIntent } from '../../domain/attempts/apply-intent.ts';
import { paymentToEnd } from '../../domain/attempts/declined-cards.ts';
import { isCreated } from '../../domain/ledger/payment.ts';
import { findPayment } from '../../domain/ledger/ledger.ts';
import { isLaterGeneration } from '../../domain/notifications/api-generation.ts';
import { isUnneeded } from '../../domain/notifications/notification.ts';
import type { IntentSubject, Notification } from '../../domain/notifications/notification.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { PaymentReference, ReportedChange } from '../../ports/ledger.ts';

export type ReceiveNotificationDeps = Pick<
  PaymentsDeps,
  'alerts' | 'apiVersion' | 'applyingAtOnce' | 'inFlight' | 'ledgers' | 'notifications' | 'wakeNotifications'
>;

/**
 * Applies a verified notification about an intent and stores it as applied, in one commit. Every other one is stored, and
 * the timer applies it; so is one that cannot be applied now. False: the event was stored before.
 */
export async function receiveNotification(
  deps: ReceiveNotificationDeps,
  notification: Notification,
): Promise<boolean> {
  const end = deps.inFlight.begin(notification);
  try {
    const received = await applyAtOnce(deps, notification);
    if (received !== 'undecided') return received === 'applied';
    const isNew = await deps.notifications.store(notification);
    if (isNew && !isUnneeded(notification)) deps.wakeNotifications();
    return isNew;
  } finally {
    end();
  }
}

/** A failure is no reason to refuse the notification: it is stored then, and retried. */
async function applyAtOnce(
  deps: ReceiveNotificationDeps,
  notification: Notification,
): Promise<ReportedChange> {
  const named = namedPayment(notification, deps.apiVersion);
  if (named === undefined || !deps.applyingAtOnce.hasCapacity()) return 'undecided';
  const { type } = notification;
  try {
    return await deps.applyingAtOnce.run(() =>
      inSpan(`apply ${type}`, { attributes: { 'lodging.notification.type': type } }, () =>
        applyToNamed(deps, notification, named),
      ),
    );
  } catch (error) {
    deps.alerts.notificationFailed(notification, error);
    return 'undecided';
  }
}

interface NamedPayment {
  readonly reference: PaymentReference;
  readonly subject: IntentSubject;
  readonly accountId: string;
}

/** The payment that the metadata of an intent names. Any client with access to the account may write metadata. */
function namedPayment(
  { subject, accountId, livemode, apiVersion }: Notification,
  ours: string,
): NamedPayment | undefined {
  if (subject.kind !== 'intent' || subject.livemode !== livemode || accountId === null) return undefined;
  const { tenantId, reservationId, paymentId } = subject.references;
  if (tenantId === null || reservationId === null || paymentId === null) return undefined;
  if (isLaterGeneration(apiVersion, ours)) return undefined;
  return { reference: { tenantId, reservationId, paymentId }, subject, accountId };
}

/** Undecided where the payment is not that of the intent, where it is to be parked, or is to be ended at the provider. */
function applyToNamed(
  { ledgers }: ReceiveNotificationDeps,
  notification: Notification,
  { reference, subject, accountId }: NamedPayment,
): Promise<ReportedChange> {
  const { paymentId } = reference;
  return ledgers.reportedBy(notification).changeReported(reference, (ledger) => {
    const payment = findPayment(ledger, paymentId);
    if (payment === undefined || !isCreated(payment) || payment.intentId !== subject.intentId)
      return undefined;
    const reported = { ...subject, accountId, asOf: notification.createdAt };
    const decision = applyIntent(ledger, paymentId, reported);
    const isFinal = decision.result.kind === 'applied' && paymentToEnd(decision.ledger) === undefined;
    return isFinal ? decision : undefined;
  });
}
