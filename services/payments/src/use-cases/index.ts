import { applyNotification } from './apply-notification.ts';
import type { ApplyNotificationPorts } from './apply-notification.ts';
import { askForAttempt } from './ask-for-attempt.ts';
import { askForRefund } from './ask-for-refund.ts';
import { checkAccount } from './check-account.ts';
import { createRefund } from './create-refund.ts';
import { endPayment } from './end-payment.ts';
import { followReservation } from './follow-reservation.ts';
import { hearFromProvider } from './hear-from-provider.ts';
import type { HearPorts } from './hear-from-provider.ts';
import { openCheckoutSession } from './open-checkout-session.ts';
import { openIntent } from './open-intent.ts';
import type { OpenIntentPorts } from './open-intent.ts';
import type { OpeningKeys } from './ports.ts';
import { processNotifications } from './process-notifications.ts';
import type { ProcessNotificationsPorts } from './process-notifications.ts';
import { readPaymentAccount } from './read-payment-account.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import type { ReconcilePorts } from './reconcile-payments.ts';
import { removePaymentAccount } from './remove-payment-account.ts';
import { returnPayment } from './return-payment.ts';
import { setPaymentAccount } from './set-payment-account.ts';
import { settlePayment } from './settle-payment.ts';
import { storeNotification } from './store-notification.ts';
import { sweepRefunds } from './sweep-refunds.ts';
import type { SweepRefundsPorts } from './sweep-refunds.ts';

export type World = HearPorts &
  Omit<OpenIntentPorts, 'askForAttempt'> &
  Pick<ApplyNotificationPorts, 'worklist' | 'apiVersion'> &
  Pick<ProcessNotificationsPorts, 'notifications' | 'alarm' | 'inTrace'> &
  Pick<ReconcilePorts, 'quietSeconds' | 'isStopping'> &
  Pick<SweepRefundsPorts, 'sweepSeconds'> & { readonly openingKeys: OpeningKeys };

export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf(world: World) {
  const hear = hearFromProvider(world);
  const asking = { ...world, hear, askForAttempt: askForAttempt(world) };
  const refunding = { ...asking, askForRefund: askForRefund(asking) };
  const ending = endPayment(asking);
  const returning = returnPayment(refunding);
  const both = { ...refunding, endPayment: ending, returnPayment: returning };
  return {
    checkAccount: checkAccount(world),
    openIntent: openIntent(asking),
    openCheckoutSession: openCheckoutSession(asking),
    createRefund: createRefund(refunding),
    settlePayment: settlePayment(asking),
    endPayment: ending,
    returnPayment: returning,
    setPaymentAccount: setPaymentAccount(world),
    readPaymentAccount: readPaymentAccount(world),
    removePaymentAccount: removePaymentAccount(world),
    followReservation: followReservation(both),
    storeNotification: storeNotification(world),
    processNotifications: processNotifications({
      ...world,
      applyNotification: applyNotification({ ...world, hear }),
    }),
    reconcilePayments: reconcilePayments(both),
    sweepRefunds: sweepRefunds(asking),
    forgetWhatIsOld: async (): Promise<void> => {
      await world.notifications.forgetOld();
      await world.openingKeys.forgetOld();
    },
  };
}
