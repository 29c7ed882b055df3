import type { Clock } from '@lodging/kernel';
import { endAttempts, outcomeOf } from '../domain/end-attempts.ts';
import type { EndOutcome } from '../domain/end-attempts.ts';
import { hasIntent, isLive, isOpen } from '../domain/payment.ts';
import type { Payment, Placed } from '../domain/payment.ts';
import { findAttempt } from './ask-for-attempt.ts';
import type { AskForAttempt } from './ask-for-attempt.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import type { ProviderAnswer } from './observe-answer.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Ledgers, Provider } from './ports.ts';

export interface EndPaymentPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly hear: HearFromProvider;
  readonly askForAttempt: AskForAttempt;
  readonly clock: Clock;
}

export type EndPayment = ReturnType<typeof endPayment>;

/** Throws ProviderUnavailable while it is not certain that no money can move; the caller asks again. */
export function endPayment(ports: EndPaymentPorts) {
  const { ledgers, provider, hear, clock } = ports;
  return async (tenantId: string, reservationId: string): Promise<EndOutcome> => {
    const answer = await ledgers.change(tenantId, reservationId, (ledger) =>
      endAttempts(ledger, clock.now()),
    );
    if (answer.kind === 'over') return answer.outcome;
    const placed = await placedOf(ports, tenantId, reservationId, answer.payment);
    if (placed !== undefined && isLive(placed)) {
      const stopped = await stop(provider, placed);
      const after = await hear.store(tenantId, reservationId, placed.id, stopped);
      // A page that was paid meanwhile cannot be ended any more: its intent tells.
      const isUnclear = after.kind === 'checkout_session' && isOpen(after);
      const known = isUnclear ? await hear.payment(tenantId, reservationId, after) : after;
      if (isLive(known))
        throw new ProviderUnavailable(`a payment that is ${known.state} cannot be ended yet`);
    }
    return outcomeOf(await ledgers.read(tenantId, reservationId));
  };
}

/** What is a page is ended as one: the provider does not let anybody cancel the intent behind it. */
async function stop(provider: Provider, payment: Placed): Promise<ProviderAnswer> {
  if (payment.kind === 'intent' && hasIntent(payment))
    return provider.cancelIntent(payment, payment.intentId);
  const sessionId = payment.sessionId ?? (await sessionIdOf(provider, payment));
  return provider.expireSession(payment, sessionId);
}

/** Its intent was heard of before the page was. */
async function sessionIdOf(provider: Provider, payment: Placed): Promise<string> {
  const found = await findAttempt(provider, payment);
  if (found?.kind === 'session') return found.report.sessionId;
  throw new ProviderUnavailable('the provider does not find the checkout page of a payment');
}

/**
 * An attempt without an answer may exist. Asking for it once more under its key either finds it or makes it, and then
 * there is something certain to end. Undefined: the provider would not have it at all.
 */
async function placedOf(
  { askForAttempt }: EndPaymentPorts,
  tenantId: string,
  reservationId: string,
  payment: Payment,
): Promise<Placed | undefined> {
  if (payment.state === 'refused') return undefined;
  if (payment.state !== 'creating') return payment;
  const asked = await askForAttempt(tenantId, reservationId, payment, true);
  return asked.ok ? asked.value.payment : undefined;
}
