// Owns asking the provider how an intent stands, and writing its answer into the ledger.
import { observeIntent } from '../domain/observe-intent.ts';
import type { Placed } from '../domain/payment.ts';
import { observeRefund } from '../domain/observe-refund.ts';
import { ProviderUnavailable } from './ports.ts';
import type { ProviderIntent, Ledgers, Provider, Vault } from './ports.ts';
import type { Clock, NewId } from '@lodging/kernel';

export interface HearPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type HearFromProvider = ReturnType<typeof hearFromProvider>;

export function hearFromProvider({ ledgers, provider, vault, clock, newId }: HearPorts) {
  /** Stores what the provider answered about a payment; an answer that does not fit the payment counts as none. */
  async function store(
    tenantId: string,
    reservationId: string,
    paymentId: string,
    { report, clientSecret }: ProviderIntent,
  ): Promise<Placed> {
    const sealed = clientSecret === null ? null : vault.seal(tenantId, paymentId, clientSecret);
    const answer = await ledgers.change(tenantId, reservationId, (ledger) =>
      observeIntent(ledger, paymentId, report, sealed),
    );
    if (answer.kind === 'applied') return answer.payment;
    throw new ProviderUnavailable(`the provider's intent is not that of the payment: ${answer.reason}`);
  }

  return {
    store,

    async intent(tenantId: string, reservationId: string, payment: Placed): Promise<Placed> {
      const intent = await provider.readIntent(payment, payment.intentId);
      return store(tenantId, reservationId, payment.id, intent);
    },

    /** Every refund the provider knows of, ours and those of its dashboard; answers what they come to. */
    async refunds(tenantId: string, reservationId: string, payment: Placed): Promise<bigint> {
      const reports = await provider.listRefunds(payment, payment.intentId);
      for (const report of reports) {
        const fresh = { newRefundId: newId(), now: clock.now() };
        await ledgers.change(tenantId, reservationId, (ledger) =>
          observeRefund(ledger, payment.id, report, fresh),
        );
      }
      return reports
        .filter(({ status }) => status !== 'failed' && status !== 'canceled')
        .reduce((total, { amountMinorUnits }) => total + amountMinorUnits, 0n);
    },
  };
}
