import type Stripe from 'stripe';
import { accountObject } from '../objects/account.ts';
import { expireSession } from '../transitions/end-session.ts';
import { settlePayment } from '../transitions/settle-payment.ts';
import { settleRefund } from '../transitions/refund-charge.ts';
import { refundFromParams } from '../operations/refunds.ts';
import { resourceMissing } from '../protocol/api-error.ts';
import type { Provider } from '../provider.ts';
import type { Delivery } from '../state/records.ts';
import type { Entry, Table } from '../state/table.ts';
import type { Notifications } from '../webhooks/notifications.ts';
import type { Faults } from './faults.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';

export interface DashboardRefund {
  readonly payment_intent: string;
  readonly amount?: number;
  readonly reason?: string;
}

/** A delivery must match each given field. */
export interface DeliveryFilter {
  readonly eventType?: string;
  readonly eventId?: string;
  readonly objectId?: string;
  readonly account?: string;
  readonly state?: string;
}

/** What the control API does, for tests in the same process. */
export class Controls {
  readonly faults: Faults;
  readonly notifications: Notifications;
  readonly #provider: Provider;
  readonly #log: RequestLog;

  constructor(provider: Provider, faults: Faults, notifications: Notifications, log: RequestLog) {
    this.#provider = provider;
    this.faults = faults;
    this.notifications = notifications;
    this.#log = log;
  }

  summary(): object {
    return {
      counts: this.#provider.store.counts(),
      faults: this.faults.list(),
      rules: this.notifications.rules.list(),
      endpoints: this.notifications.endpoints().map(({ url }) => url),
    };
  }

  /** Back to the state of the first start, but for the endpoints. */
  reset(): object {
    this.faults.clear();
    this.notifications.reset();
    this.#log.clear();
    this.#provider.store.clear();
    return this.summary();
  }

  requests(limit?: number): LoggedRequest[] {
    return this.#log.newestFirst(limit);
  }

  deliveries(filter: DeliveryFilter = {}): Delivery[] {
    return this.notifications
      .deliveries()
      .filter(
        (delivery) =>
          (filter.eventType ?? delivery.eventType) === delivery.eventType &&
          (filter.eventId ?? delivery.eventId) === delivery.eventId &&
          (filter.objectId ?? delivery.objectId) === delivery.objectId &&
          (filter.account ?? delivery.account) === delivery.account &&
          (filter.state ?? delivery.state) === delivery.state,
      );
  }

  flush(): object {
    this.notifications.flush();
    return this.summary();
  }

  resend(eventId: string): Delivery[] {
    const { account, entry } = locate(this.#provider.store.events, eventId, 'event');
    return this.notifications.resend(entry, account);
  }

  /** A refund made in Stripe's dashboard. */
  refund({ payment_intent: intent, amount, reason }: DashboardRefund): Stripe.Refund {
    const { account } = locate(this.#provider.store.paymentIntents, intent, 'payment_intent');
    return refundFromParams(
      this.#provider,
      { account, request: null },
      { payment_intent: intent, amount: amount?.toString(), reason },
    );
  }

  settleRefund(id: string, outcome: 'succeeded' | 'failed'): Stripe.Refund {
    const { account, entry } = locate(this.#provider.store.refunds, id, 'refund');
    return settleRefund(this.#provider, { account, request: null }, entry, outcome).object;
  }

  /** Settles an intent that requires action or is processing. */
  settlePayment(id: string, outcome: 'succeeded' | 'failed'): Stripe.PaymentIntent {
    const { account, entry } = locate(this.#provider.store.paymentIntents, id, 'payment_intent');
    return settlePayment(this.#provider, { account, request: null }, entry, outcome).object;
  }

  expireSession(id: string): Stripe.Checkout.Session {
    const { account, entry } = locate(this.#provider.store.checkoutSessions, id, 'checkout.session');
    return expireSession(this.#provider, { account, request: null }, entry).object;
  }

  setAccount(id: string, chargesEnabled: boolean): Stripe.Account {
    this.#provider.store.accounts.put(id, { object: { id, chargesEnabled } });
    const account = accountObject(id, chargesEnabled);
    this.#provider.emit({ account: id, request: null }, false, 'account.updated', account);
    return account;
  }
}

function locate<E extends Entry>(table: Table<E>, id: string, kind: string): { account: string; entry: E } {
  const found = table.locate(id);
  if (found === undefined) throw resourceMissing(kind, id, 'id');
  return found;
}
