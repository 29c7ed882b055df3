// Owns the end of a reservation's payments: afterwards no money can move, and none can be asked for.
import type { Clock } from '@lodging/kernel';
import { endAttempts, outcomeOf } from '../domain/end-attempts.ts';
import type { EndOutcome } from '../domain/end-attempts.ts';
import { isLive } from '../domain/payment.ts';
import type { Payment, Placed } from '../domain/payment.ts';
import type { AskForIntent } from './ask-for-intent.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Ledgers, Provider } from './ports.ts';

export interface EndPaymentPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly hear: HearFromProvider;
  readonly askForIntent: AskForIntent;
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
      const cancelled = await provider.cancelIntent(placed, placed.intentId);
      const after = await hear.store(tenantId, reservationId, placed.id, cancelled);
      if (isLive(after))
        throw new ProviderUnavailable(`an intent that is ${after.state} cannot be ended yet`);
    }
    return outcomeOf(await ledgers.read(tenantId, reservationId));
  };
}

/**
 * An attempt without an answer may have an intent. Asking for it once more under its key either finds that one or
 * makes it, and then there is something certain to cancel. Undefined: the provider would not have it at all.
 */
async function placedOf(
  { askForIntent }: EndPaymentPorts,
  tenantId: string,
  reservationId: string,
  payment: Payment,
): Promise<Placed | undefined> {
  if (payment.state === 'refused') return undefined;
  if (payment.state !== 'creating') return payment;
  const asked = await askForIntent(tenantId, reservationId, payment, true);
  return asked.ok ? asked.value.payment : undefined;
}
