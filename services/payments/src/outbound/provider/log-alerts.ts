import type { Logger } from '@lodging/kit-runtime';
import { reconcilerFinds, refundsRefused } from '../../metrics.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { Alerts } from '../../ports/provider.ts';

/** Log-based alert rules count these entries by `metric`. */
export function createLogAlerts(log: Logger): Alerts {
  return {
    notificationParked: ({ providerEventId: event, type, accountId }, reason) =>
      log.error(
        { metric: 'payments.notifications.parked', event, type, accountId, reason },
        'provider notifications: event parked, because it does not match a payment; an operator must review it',
      ),
    notificationFailed: ({ providerEventId: event, type }, error) =>
      log.error(
        { metric: 'payments.notifications.failed', err: error, event, type },
        'provider notifications: event could not be applied; retrying',
      ),
    reconcileFailed: (payment, error) => {
      reconcilerFinds.add(1, { 'lodging.outcome': 'failed' });
      const fields = { metric: 'payments.reconcile.failed', err: error, ...payment };
      if (error instanceof ProviderUnavailable)
        log.warn(fields, 'reconciliation: the provider did not answer; retrying');
      else log.error(fields, 'reconciliation: payment could not be reconciled; retrying');
    },
    refundRefused: ({ owed, ...refusal }) => {
      refundsRefused.add(1, { 'lodging.reason': owed ? 'owed' : 'requested' });
      const fields = { metric: 'payments.refunds.refused', ...refusal };
      if (owed)
        log.error(fields, 'refunds: the provider refused an automatic refund; the money is still owed');
      else log.warn(fields, 'refunds: the provider refused a requested refund');
    },
    manyAutomaticRefunds: (tenant) =>
      log.error(
        { metric: 'payments.refunds.many', ...tenant },
        'refunds: a tenant exceeds the alert threshold of automatic refunds in this hour; check the cause',
      ),
    automaticRefundsStopped: (tenant) =>
      log.error(
        { metric: 'payments.refunds.stopped', ...tenant },
        'refunds: automatic refunds of a tenant exceed the hourly limit and wait; check the cause',
      ),
    sweepFailed: (account, error) =>
      log.warn(
        { metric: 'payments.sweep.failed', err: error, ...account },
        'refund sweep: refunds or paid intents of an account could not be listed; retrying',
      ),
  };
}
