// Owns the list of what payments can do, each put together from the ports.
import { applyNotification } from './apply-notification.ts';
import type { ApplyNotificationPorts } from './apply-notification.ts';
import { askForIntent } from './ask-for-intent.ts';
import { endPayment } from './end-payment.ts';
import { followReservation } from './follow-reservation.ts';
import { hearFromProvider } from './hear-from-provider.ts';
import type { HearPorts } from './hear-from-provider.ts';
import { openIntent } from './open-intent.ts';
import type { OpenIntentPorts } from './open-intent.ts';
import { processNotifications } from './process-notifications.ts';
import type { ProcessNotificationsPorts } from './process-notifications.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import type { ReconcilePorts } from './reconcile-payments.ts';
import { removePaymentAccount } from './remove-payment-account.ts';
import { returnPayment } from './return-payment.ts';
import { setPaymentAccount } from './set-payment-account.ts';
import { settlePayment } from './settle-payment.ts';
import { storeNotification } from './store-notification.ts';

export type World = HearPorts &
  Omit<OpenIntentPorts, 'askForIntent'> &
  Pick<ApplyNotificationPorts, 'worklist' | 'apiVersion'> &
  Pick<ProcessNotificationsPorts, 'notifications' | 'alarm' | 'inTrace'> &
  Pick<ReconcilePorts, 'quietSeconds' | 'isStopping'>;

export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf(world: World) {
  const hear = hearFromProvider(world);
  const asking = { ...world, hear, askForIntent: askForIntent(world) };
  const ending = endPayment(asking);
  const returning = returnPayment(asking);
  const both = { ...asking, endPayment: ending, returnPayment: returning };
  return {
    openIntent: openIntent(asking),
    settlePayment: settlePayment(asking),
    endPayment: ending,
    returnPayment: returning,
    setPaymentAccount: setPaymentAccount(world),
    removePaymentAccount: removePaymentAccount(world),
    followReservation: followReservation(both),
    storeNotification: storeNotification(world),
    processNotifications: processNotifications({
      ...world,
      applyNotification: applyNotification({ ...world, hear }),
    }),
    reconcilePayments: reconcilePayments(both),
    forgetNotifications: () => world.notifications.forgetOld(),
  };
}
