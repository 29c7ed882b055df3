import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { UnclaimedMoneyRepository } from '../ports.ts';
import type { NotificationWork, ProcessNotificationsDeps } from '../use-cases/process-notifications.ts';
import { reconcilePayments, sendUnsentReturns } from '../use-cases/reconcile-payments.ts';
import type { ReconcileDeps } from '../use-cases/reconcile-payments.ts';
import { sweepRefunds } from '../use-cases/sweep-refunds.ts';
import type { SweepRefundsDeps } from '../use-cases/sweep-refunds.ts';

export interface TimerDeps extends ProcessNotificationsDeps, ReconcileDeps, SweepRefundsDeps {
  readonly unclaimedMoney: UnclaimedMoneyRepository;
}

export interface TimerIntervals {
  readonly reconcileSeconds: number;
  readonly refundSweepSeconds: number;
}

const PURGE_SECONDS = 3600;
const SEND_RETURNS_SECONDS = 5;

/** Woken when a notification was stored; the interval serves retries. */
export function notificationTimer(work: NotificationWork): Timer {
  return timer({ name: 'notifications', seconds: 1 }, () => work.run());
}

export function timers(deps: TimerDeps, { reconcileSeconds, refundSweepSeconds }: TimerIntervals): Timer[] {
  const { unclaimedMoney } = deps;
  return [
    timer({ name: 'reconcile', seconds: reconcileSeconds }, () =>
      reconcilePayments(deps, { afterSeconds: reconcileSeconds }),
    ),
    timer({ name: 'send-returns', seconds: SEND_RETURNS_SECONDS }, () => sendUnsentReturns(deps)),
    timer({ name: 'report-unclaimed-money', seconds: reconcileSeconds }, () => reportAll(unclaimedMoney)),
    timer({ name: 'sweep-refunds', seconds: refundSweepSeconds }, () =>
      sweepRefunds(deps, { afterSeconds: refundSweepSeconds }),
    ),
    timer({ name: 'purge', seconds: PURGE_SECONDS }, async () => {
      await deps.notifications.purgeOld();
      await deps.ledgers.purgeIdempotencyKeys();
    }),
  ];
}

const REPORT_BATCH = 100;

async function reportAll(unclaimedMoney: UnclaimedMoneyRepository): Promise<void> {
  while ((await unclaimedMoney.report(REPORT_BATCH)) === REPORT_BATCH);
}
