import { counter, gauge } from '@lodging/kit-runtime';

export const notificationsReceived = counter({
  name: 'lodging.provider.notifications.received',
  unit: '{notification}',
  about: 'Notifications of the payment provider as they came in; rejected ones had a bad signature.',
});
export const notificationsSettled = counter({
  name: 'lodging.provider.notifications.settled',
  unit: '{notification}',
  about: 'What became of stored notifications; parked ones wait for a person, later ones are tried again.',
});
export const notificationsWaiting = gauge({
  name: 'lodging.provider.notifications.waiting',
  unit: '{notification}',
  about: 'Notifications that are stored and not settled.',
});
export const notificationsLag = gauge({
  name: 'lodging.provider.notifications.lag',
  unit: 's',
  about: 'How long the oldest of them has waited; 0 where none waits.',
});
export const oldestPendingRefund = gauge({
  name: 'lodging.refunds.oldest_pending_age',
  unit: 's',
  about: 'How long the oldest refund has been on its way; 0 where none is.',
});
export const refundsCreated = counter({
  name: 'lodging.refunds.created',
  unit: '{refund}',
  about: 'Refunds, by why they were made.',
});
export const refundsRefused = counter({
  name: 'lodging.refunds.refused',
  unit: '{refund}',
  about: 'Refunds that the provider refused; owed ones are automatic, so the money is still owed to a guest.',
});
export const reconcilerFinds = counter({
  name: 'lodging.reconciler.finds',
  unit: '{payment}',
  about: 'Quiet payments and refunds that no notification told of and that were asked about.',
});
