import type { Logger } from '@lodging/kit-runtime';
import { reconcilerFinds, refundsRefused } from '../metrics.ts';
import { ProviderUnavailable } from '../use-cases/ports.ts';
import type { Alarm } from '../use-cases/ports.ts';

export function logAlarm(log: Logger): Alarm {
  return {
    notificationParked: ({ providerEventId: event, type, accountId }, reason) =>
      log.error(
        { metric: 'payments.notifications.parked', event, type, accountId, reason },
        'a notification of the provider was parked and not believed',
      ),
    notificationFailed: ({ providerEventId: event, type }, error) =>
      log.error(
        { metric: 'payments.notifications.failed', err: error, event, type },
        'a notification could not be applied; it is tried again',
      ),
    reconcileFailed: (place, error) => {
      reconcilerFinds.add(1, { 'lodging.outcome': 'failed' });
      const fields = { metric: 'payments.reconcile.failed', err: error, ...place };
      if (error instanceof ProviderUnavailable)
        log.warn(fields, 'the provider could not be asked about a payment');
      else log.error(fields, 'a payment could not be reconciled');
    },
    refundRefused: ({ owed, ...refusal }) => {
      refundsRefused.add(1, { 'lodging.reason': owed ? 'owed' : 'requested' });
      const fields = { metric: 'payments.refunds.refused', ...refusal };
      if (owed) log.error(fields, 'the provider refused to give money back; it is still owed');
      else log.warn(fields, 'the provider refused a refund that was asked for');
    },
    sweepFailed: (purse, error) =>
      log.warn(
        { metric: 'payments.sweep.failed', err: error, ...purse },
        'the refunds of an account could not be looked through',
      ),
  };
}
