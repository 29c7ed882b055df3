import type { Notification } from '../../domain/notifications/notification.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { PaidIntent, TenantAccount } from '../../ports/provider.ts';

export type SweepPaymentsDeps = Pick<
  PaymentsDeps,
  'provider' | 'dueWork' | 'notifications' | 'alerts' | 'clock'
>;

/** As far as a database is expected to be set back. */
const LOOK_BACK = { hours: 7 * 24 };

/**
 * Finds paid intents at the provider whose payment has no row: the database was restored to an earlier state. The provider
 * does not repeat their notifications, so each is parked once, for an operator.
 */
export async function sweepPayments(deps: SweepPaymentsDeps, account: TenantAccount): Promise<void> {
  const { provider, dueWork, notifications, alerts, clock } = deps;
  const now = clock.now();
  // The row of a payment is committed before its intent is made.
  const paid = await provider.listPaidIntents(account, now.subtract(LOOK_BACK));
  const own = paid.filter(({ references }) => references.tenantId === account.tenantId);
  const unknown = new Set(
    await dueWork.findUnknownPayments(
      account.tenantId,
      own.map(({ references }) => references.paymentId),
    ),
  );
  for (const intent of own.filter(({ references }) => unknown.has(references.paymentId))) {
    const notification = notificationOf(account, intent);
    if (!(await notifications.store(notification))) continue;
    alerts.notificationParked(notification, 'payment_lost');
    const due = { notification, attempts: 1, receivedAt: now, traceparent: null };
    await notifications.recordOutcome(due, { state: 'parked', reason: 'payment_lost' });
  }
}

/** The notification that the provider would send. The id is ours: the provider's own notification may come later. */
function notificationOf(
  { accountId, livemode }: TenantAccount,
  { snapshot, references, createdAt }: PaidIntent,
): Notification {
  const { accountId: _accountId, asOf: _asOf, ...intent } = snapshot;
  return {
    providerEventId: `swept_${snapshot.intentId}`,
    type: 'payment_intent.succeeded',
    accountId,
    livemode,
    apiVersion: null,
    createdAt,
    subject: { kind: 'intent', ...intent, references },
  };
}
