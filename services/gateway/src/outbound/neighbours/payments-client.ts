import {
  dismissParkedNotification,
  listLostPayments,
  listParkedNotifications,
  listUnrequestedRefunds,
  readPaymentAccount,
  removePaymentAccount,
  setPaymentAccount,
} from '@lodging/contract-payments';
import type { Bus } from '@lodging/kit-messaging';
import type { PaymentsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;
const options = { timeoutMs: TIMEOUT_MS };

export function createPaymentsClient(bus: Pick<Bus, 'request'>): PaymentsClient {
  return {
    setPaymentAccount: (ctx, account) => bus.request(setPaymentAccount, account, ctx, options),
    readPaymentAccount: (ctx) => bus.request(readPaymentAccount, {}, ctx, options),
    removePaymentAccount: (ctx) => bus.request(removePaymentAccount, {}, ctx, options),
    listLostPayments: (ctx) => bus.request(listLostPayments, {}, ctx, options),
    listParkedNotifications: (ctx) => bus.request(listParkedNotifications, {}, ctx, options),
    dismissParkedNotification: (ctx, dismissed) =>
      bus.request(dismissParkedNotification, dismissed, ctx, options),
    listUnrequestedRefunds: (ctx, page) => bus.request(listUnrequestedRefunds, page, ctx, options),
  };
}
