import { counter, eachOf, observableGauge } from '@lodging/kit-runtime';

export const notificationsReceived = counter({
  name: 'lodging.provider.notifications.received',
  unit: '{notification}',
  description:
    'Notifications of the payment provider at the webhook endpoint; rejected: the signature was invalid.',
  begins: eachOf('lodging.outcome', ['stored', 'duplicate', 'rejected', 'unreadable', 'failed']),
});
export const notificationsEnded = counter({
  name: 'lodging.provider.notifications.settled',
  unit: '{notification}',
  description: 'Outcomes of stored notifications; parked: an operator must look at it, later: retried.',
  begins: eachOf('lodging.outcome', ['applied', 'ignored', 'parked', 'later']),
});
export const notificationsWaiting = observableGauge({
  name: 'lodging.provider.notifications.waiting',
  unit: '{notification}',
  description: 'Stored notifications that are not settled.',
});
export const notificationsLag = observableGauge({
  name: 'lodging.provider.notifications.lag',
  unit: 's',
  description: 'Age of the oldest notification that is not settled; 0 where there is none.',
});
export const notificationsParked = observableGauge({
  name: 'lodging.provider.notifications.parked',
  unit: '{notification}',
  description: 'Parked notifications that no operator has dismissed.',
});
export const oldestPendingRefund = observableGauge({
  name: 'lodging.refunds.oldest_pending_age',
  unit: 's',
  description: 'Age of the oldest pending refund; 0 where there is none.',
});
export const stoppedRefunds = observableGauge({
  name: 'lodging.refunds.stopped',
  unit: '{refund}',
  description:
    'Automatic refunds that wait for the next hour, because their tenant has had too many in this one.',
});
export const refundsUnpaid = observableGauge({
  name: 'lodging.refunds.unpaid',
  unit: '{refund}',
  description: 'Automatic refunds that the provider refused and that are still owed to guests.',
});
export const tenantsWithManyRefunds = observableGauge({
  name: 'lodging.refunds.tenants_over_alert',
  unit: '{tenant}',
  description: 'Tenants that have had more automatic refunds in this hour than AUTOMATIC_REFUNDS_ALERT.',
});
export const refundsCreated = counter({
  name: 'lodging.refunds.created',
  unit: '{refund}',
  description: 'Refunds that the provider has, by reason.',
  begins: eachOf('lodging.reason', ['requested', 'late', 'cancelled', 'provider']),
});
export const refundsRefused = counter({
  name: 'lodging.refunds.refused',
  unit: '{refund}',
  description:
    'Refunds that the provider refused; owed: an automatic refund, the guest has not got the money.',
  begins: eachOf('lodging.reason', ['owed', 'requested']),
});
export const reconcilerFinds = counter({
  name: 'lodging.reconciler.finds',
  unit: '{payment}',
  description:
    'Payments and refunds that the reconciler read from the provider after a time without notifications.',
  begins: eachOf('lodging.outcome', ['looked_at', 'failed']),
});
