import type { Clock, NewId } from '@lodging/kernel';
import { observeRefund, refuseRefund, releaseRefund } from '../domain/observe-refund.ts';
import type { Paid } from '../domain/payment.ts';
import { isAutomatic } from '../domain/refund.ts';
import type { Refund } from '../domain/refund.ts';
import { resumeRefund } from '../domain/request-refund.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Alarm, Ledgers, Provider } from './ports.ts';

export interface AskForRefundPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly hear: HearFromProvider;
  readonly alarm: Alarm;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Longer than the provider's slowest answer. */
const LEASE = { seconds: 30 };

export type AskForRefund = ReturnType<typeof askForRefund>;

export function askForRefund(ports: AskForRefundPorts) {
  const { ledgers, clock, newId } = ports;
  const newLease = () => {
    const now = clock.now();
    return { now, lease: { owner: newId(), until: now.add(LEASE) } };
  };
  const ask = (tenantId: string, reservationId: string, refund: Refund, payment: Paid) =>
    askOnce(ports, { tenantId, reservationId, refund, payment });
  return {
    newLease,
    /** The refund as it then is: pending where the provider gave no answer, failed where it said no. */
    ask,
    /** For a refund whose outcome nobody learnt. */
    async again(tenantId: string, reservationId: string, refundId: string): Promise<void> {
      const { now, lease } = newLease();
      const answer = await ledgers.change(tenantId, reservationId, (ledger) =>
        resumeRefund(ledger, refundId, lease, now),
      );
      if (answer.kind === 'ask-provider') await ask(tenantId, reservationId, answer.refund, answer.payment);
    },
  };
}

interface Asked {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly refund: Refund;
  readonly payment: Paid;
}

async function askOnce(ports: AskForRefundPorts, asked: Asked): Promise<Refund> {
  const { ledgers, provider, clock, newId } = ports;
  const { tenantId, reservationId, refund, payment } = asked;
  const answer = await provider.createRefund(payment, orderOf(asked)).catch(async (error: unknown) => {
    const owner = refund.lease?.owner ?? '';
    await ledgers.change(tenantId, reservationId, (ledger) => releaseRefund(ledger, refund.id, owner));
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  });
  if (answer === undefined) return { ...refund, lease: null };
  if (!answer.ok) return refusedByProvider(ports, asked, answer.refusal.detail);
  const fresh = { newRefundId: newId(), now: clock.now() };
  const heard = await ledgers.change(tenantId, reservationId, (ledger) =>
    observeRefund(ledger, payment.id, answer.value, fresh),
  );
  if (heard.kind === 'applied') return heard.refund;
  throw new Error(`the provider's refund is not the one asked for: ${heard.reason}`);
}

function orderOf({ tenantId, reservationId, refund, payment }: Asked) {
  return {
    tenantId,
    reservationId,
    paymentId: payment.id,
    refundId: refund.id,
    intentId: payment.intentId,
    amountMinorUnits: refund.amountMinorUnits,
    currency: refund.currency,
    providerKey: refund.providerKey ?? refund.id,
  };
}

async function refusedByProvider(
  { ledgers, hear, alarm }: AskForRefundPorts,
  { tenantId, reservationId, refund, payment }: Asked,
  detail: string,
): Promise<Refund> {
  alarm.refundRefused({ tenantId, reservationId, refundId: refund.id, detail, owed: isAutomatic(refund) });
  const failed = await ledgers.change(tenantId, reservationId, (ledger) => refuseRefund(ledger, refund.id));
  // Somebody may have refunded it in the provider's dashboard: then that much remains no more.
  const place = { tenantId, reservationId, paymentId: payment.id };
  await hear
    .refunds(tenantId, reservationId, payment)
    .catch((error: unknown) => alarm.reconcileFailed(place, error));
  return failed ?? refund;
}
