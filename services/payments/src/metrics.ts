import { counter, observableGauge } from '@lodging/kit-runtime';

export const notificationsReceived = counter({
  name: 'lodging.provider.notifications.received',
  unit: '{notification}',
  description: 'Notifications of the payment provider as they came in; rejected ones had a bad signature.',
});
export const notificationsSettled = counter({
  name: 'lodging.provider.notifications.settled',
  unit: '{notification}',
  description:
    'What became of stored notifications; parked ones wait for a person, later ones are tried again.',
});
export const notificationsWaiting = observableGauge({
  name: 'lodging.provider.notifications.waiting',
  unit: '{notification}',
  description: 'Notifications that are stored and not settled.',
});
export const notificationsLag = observableGauge({
  name: 'lodging.provider.notifications.lag',
  unit: 's',
  description: 'How long the oldest of them has waited; 0 where none waits.',
});
export const oldestPendingRefund = observableGauge({
  name: 'lodging.refunds.oldest_pending_age',
  unit: 's',
  description: 'How long the oldest refund has been on its way; 0 where none is.',
});
export const refundsCreated = counter({
  name: 'lodging.refunds.created',
  unit: '{refund}',
  description: 'Refunds, by why they were made.',
});
export const refundsRefused = counter({
  name: 'lodging.refunds.refused',
  unit: '{refund}',
  description:
    'Refunds that the provider refused; owed ones are automatic, so the money is still owed to a guest.',
});
export const reconcilerFinds = counter({
  name: 'lodging.reconciler.finds',
  unit: '{payment}',
  description: 'Quiet payments and refunds that no notification told of and that were asked about.',
});
