import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { PaymentsDeps } from '../ports/deps.ts';
import { purgeExpiredRecords } from '../use-cases/purge-expired-records.ts';
import { reconcilePayments, sendUnsentReturns } from '../use-cases/provider/reconcile-payments.ts';
import { sweepRefunds } from '../use-cases/refunds/sweep-refunds.ts';
import { reportUnclaimedMoney } from '../use-cases/cancellation/report-unclaimed-money.ts';
import { applyDueNotifications } from '../use-cases/notifications/apply-due-notifications.ts';

const PURGE_SECONDS = 3600;
const SEND_RETURNS_SECONDS = 5;

export function timers(deps: PaymentsDeps): [notifications: Timer, ...Timer[]] {
  const { reconcileSeconds, refundSweepSeconds } = deps;
  return [
    // Woken when a notification was stored; the interval serves retries.
    timer({ name: 'notifications', seconds: 1 }, () => applyDueNotifications(deps)),
    timer({ name: 'reconcile', seconds: reconcileSeconds }, () =>
      reconcilePayments(deps, { afterSeconds: reconcileSeconds }),
    ),
    timer({ name: 'send-returns', seconds: SEND_RETURNS_SECONDS }, () => sendUnsentReturns(deps)),
    timer({ name: 'report-unclaimed-money', seconds: reconcileSeconds }, () => reportUnclaimedMoney(deps)),
    timer({ name: 'sweep-refunds', seconds: refundSweepSeconds }, () =>
      sweepRefunds(deps, { afterSeconds: refundSweepSeconds }),
    ),
    timer({ name: 'purge-expired-records', seconds: PURGE_SECONDS }, () => purgeExpiredRecords(deps)),
  ];
}
