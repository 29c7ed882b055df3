import { paymentOf } from '../domain/ledger.ts';
import type { Alarm, Provider, TenantPurse, Worklist } from './ports.ts';
import { paidFor, takeInRefund } from './take-in-refund.ts';
import type { TakeInPorts } from './take-in-refund.ts';

export interface SweepRefundsPorts extends TakeInPorts {
  readonly provider: Provider;
  readonly worklist: Worklist;
  readonly alarm: Alarm;
  readonly sweepSeconds: number;
  readonly isStopping: () => boolean;
}

const BATCH = 20;
/** A bank may send a refund back weeks after it seemed to succeed. */
const LOOK_BACK = { hours: 30 * 24 };

export function sweepRefunds(ports: SweepRefundsPorts) {
  const { worklist, alarm, sweepSeconds, isStopping } = ports;
  return async (): Promise<void> => {
    for (;;) {
      const purses = await worklist.takeAccountsToSweep(sweepSeconds, BATCH);
      for (const purse of purses) {
        if (isStopping()) return;
        await sweep(ports, purse).catch((error: unknown) => alarm.sweepFailed(purse, error));
      }
      if (purses.length < BATCH) return;
    }
  };
}

async function sweep(ports: SweepRefundsPorts, purse: TenantPurse): Promise<void> {
  const { provider, worklist, ledgers, clock } = ports;
  const { tenantId } = purse;
  const refunds = await provider.listAccountRefunds(purse, clock.now().subtract(LOOK_BACK));
  for (const news of await worklist.newsOf(tenantId, refunds)) {
    const payment = paymentOf(await ledgers.read(tenantId, news.reservationId), news.paymentId);
    const isItsOwn = payment?.accountId === purse.accountId && payment.livemode === purse.livemode;
    if (payment === undefined || !isItsOwn) continue;
    if ((await paidFor(ports, news, payment)) !== undefined) await takeInRefund(ports, news, news.report);
  }
}
