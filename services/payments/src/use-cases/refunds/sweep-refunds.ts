import { systemContext } from '@lodging/kit-runtime';
import { findPayment } from '../../domain/ledger/ledger.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { TenantAccount } from '../../ports/provider.ts';
import { recordRefund } from '../provider/record-provider-answer.ts';
import { sweepPayments } from '../provider/sweep-payments.ts';
import { refreshUnlessPaid } from '../provider/refresh-from-provider.ts';

export type SweepRefundsDeps = Pick<
  PaymentsDeps,
  'dueWork' | 'alerts' | 'signal' | 'notifications' | 'provider' | 'ledgers' | 'vault' | 'clock' | 'newId'
>;

export interface SweepRefunds {
  /** An account is due after so long. */
  readonly afterSeconds: number;
}

const BATCH = 20;
const TIMEOUT = { timeoutMs: 30_000 };
/** A bank may return a refund weeks after it succeeded. */
const LOOK_BACK = { hours: 30 * 24 };

/**
 * Of each due account: records refunds of the dashboard whose notification was lost, and parks payments that are known to the
 * provider alone.
 */
export async function sweepRefunds(deps: SweepRefundsDeps, { afterSeconds }: SweepRefunds): Promise<void> {
  const { dueWork, alerts, signal } = deps;
  for (;;) {
    const accounts = await dueWork.takeDueAccounts(afterSeconds, BATCH);
    for (const account of accounts) {
      // Each by itself: what fails in one must not keep the other from its hour.
      for (const sweep of [sweepAccount, sweepPayments]) {
        if (signal.aborted) return;
        await sweep(deps, account).catch((error: unknown) => alerts.sweepFailed(account, error));
      }
    }
    if (accounts.length < BATCH) return;
  }
}

async function sweepAccount(deps: SweepRefundsDeps, account: TenantAccount): Promise<void> {
  const { provider, dueWork, ledgers, clock } = deps;
  const { tenantId, accountId, livemode } = account;
  const ctx = systemContext(tenantId, livemode, TIMEOUT);
  const listed = await provider.listAccountRefunds(account, clock.now().subtract(LOOK_BACK));
  const unrecorded = await dueWork.findUnrecordedRefunds(tenantId, listed);
  for (const { reservationId, paymentId, snapshot } of unrecorded) {
    const payment = findPayment(await ledgers.read(tenantId, reservationId), paymentId);
    const isOfAccount = payment?.accountId === accountId && payment.livemode === livemode;
    if (payment === undefined || !isOfAccount) continue;
    const paid = await refreshUnlessPaid(deps, ctx, { reservationId, payment });
    if (paid !== undefined) await recordRefund(deps, ctx, { reservationId, paymentId, snapshot });
  }
}
