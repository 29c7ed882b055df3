import type { Notification } from '../domain/notification.ts';
import type {
  Alerts,
  DueWorkRepository,
  NotificationRepository,
  PaidIntent,
  ProviderClient,
  TenantAccount,
} from '../ports.ts';
import type { Clock } from '@lodging/kernel';

export interface SweepPaymentsDeps {
  readonly provider: Pick<ProviderClient, 'listPaidIntents'>;
  readonly dueWork: Pick<DueWorkRepository, 'findUnknownPayments'>;
  readonly notifications: NotificationRepository;
  readonly alerts: Pick<Alerts, 'notificationParked'>;
  readonly clock: Clock;
}

/** As far as a database is expected to be set back. */
const LOOK_BACK = { hours: 7 * 24 };

/**
 * Money that the provider has for payments of which nothing is known: the database was set back to before them. Nobody will
 * notify about it again, so each is parked for an operator, once.
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
    const { isNew } = await notifications.store(notification, { lease: false });
    if (!isNew) continue;
    alerts.notificationParked(notification, 'payment_lost');
    const due = { notification, attempts: 1, receivedAt: now, traceparent: null };
    await notifications.settle(due, { state: 'parked', reason: 'payment_lost' });
  }
}

/** What the provider would say of it. The id is ours: the provider's own notification may come later. */
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
