import type { Clock, NewId } from '@lodging/kernel';
import { observeRefund } from '../domain/observe-refund.ts';
import { hasIntent, isOpen } from '../domain/payment.ts';
import type { Payment, Placed, WithIntent } from '../domain/payment.ts';
import { findAttempt } from './ask-for-attempt.ts';
import { observeAnswer } from './observe-answer.ts';
import type { ProviderAnswer } from './observe-answer.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Ledgers, Provider, Vault } from './ports.ts';

export interface HearPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type HearFromProvider = ReturnType<typeof hearFromProvider>;

export function hearFromProvider(ports: HearPorts) {
  return {
    /** Stores what the provider answered about a payment; an answer that does not fit the payment counts as none. */
    store: (tenantId: string, reservationId: string, paymentId: string, said: ProviderAnswer) =>
      store(ports, { tenantId, reservationId }, paymentId, said),
    /** How any payment stands; one that the provider knows nothing of stays as it is. */
    payment: (tenantId: string, reservationId: string, payment: Payment) =>
      hearPayment(ports, { tenantId, reservationId }, payment),
    /** Every refund the provider knows of, ours and those of its dashboard; answers what they come to. */
    refunds: (tenantId: string, reservationId: string, payment: WithIntent) =>
      hearRefunds(ports, { tenantId, reservationId }, payment),
  };
}

interface Place {
  readonly tenantId: string;
  readonly reservationId: string;
}

async function store(
  { ledgers, vault }: HearPorts,
  { tenantId, reservationId }: Place,
  paymentId: string,
  said: ProviderAnswer,
): Promise<Placed> {
  const observe = observeAnswer(vault, tenantId, paymentId, said);
  const answer = await ledgers.change(tenantId, reservationId, observe);
  if (answer.kind === 'applied') return answer.payment;
  throw new ProviderUnavailable(`the provider's answer is not about the payment: ${answer.reason}`);
}

async function hearPayment(ports: HearPorts, place: Place, payment: Payment): Promise<Payment> {
  if (payment.state === 'creating') {
    const found = await findAttempt(ports.provider, payment);
    if (found === undefined) return payment;
    const placed = await store(ports, place, payment.id, found);
    return found.kind === 'session' && hasIntent(placed) ? hearIntent(ports, place, placed) : placed;
  }
  if (!isOpen(payment)) return payment;
  const read = hasIntent(payment) ? await hearIntent(ports, place, payment) : payment;
  return read.kind === 'checkout_session' && isOpen(read) ? hearSession(ports, place, read) : read;
}

async function hearIntent(ports: HearPorts, place: Place, payment: WithIntent): Promise<Placed> {
  return store(ports, place, payment.id, await ports.provider.readIntent(payment, payment.intentId));
}

/** A page says how it stands, and which intent says whether it was paid. */
async function hearSession(ports: HearPorts, place: Place, payment: Placed): Promise<Placed> {
  const { sessionId } = payment;
  const said =
    sessionId === null
      ? await findAttempt(ports.provider, payment)
      : await ports.provider.readSession(payment, sessionId);
  if (said === undefined) return payment;
  const after = await store(ports, place, payment.id, said);
  // The intent that was read before the page may have been paid in between.
  const isUnsure = isOpen(after) && (after.intentId !== payment.intentId || isOver(said));
  return isUnsure && hasIntent(after) ? hearIntent(ports, place, after) : after;
}

function isOver(said: ProviderAnswer): boolean {
  return said.kind === 'session' && said.report.status !== 'open';
}

async function hearRefunds(ports: HearPorts, place: Place, payment: WithIntent): Promise<bigint> {
  const { ledgers, provider, clock, newId } = ports;
  const reports = await provider.listRefunds(payment, payment.intentId);
  for (const report of reports) {
    const fresh = { newRefundId: newId(), now: clock.now() };
    await ledgers.change(place.tenantId, place.reservationId, (ledger) =>
      observeRefund(ledger, payment.id, report, fresh),
    );
  }
  return reports
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((total, { amountMinorUnits }) => total + amountMinorUnits, 0n);
}
