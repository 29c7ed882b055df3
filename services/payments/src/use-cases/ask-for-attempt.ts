import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import { pageExpiry } from '../domain/checkout-page.ts';
import { refuseAttempt, releaseAttempt } from '../domain/give-up-attempt.ts';
import type { Opening, Payment, Placed } from '../domain/payment.ts';
import { observeAnswer } from './observe-answer.ts';
import type { ProviderAnswer } from './observe-answer.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Ledgers, Provider, ProviderRefusal, Vault } from './ports.ts';

export interface AskPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** The provider forgets an idempotency key after 24 hours; a call after that could make a second intent. */
const KEY_LIFE = { hours: 23 };

export type AskForAttempt = ReturnType<typeof askForAttempt>;

/**
 * Resumed: somebody may have asked before us, so the provider is searched first. Throws ProviderUnavailable with the
 * attempt left as it is, for the next caller.
 */
export function askForAttempt({ ledgers, provider, vault, clock }: AskPorts) {
  return async (
    tenantId: string,
    reservationId: string,
    payment: Opening,
    resumed: boolean,
  ): Promise<Result<{ payment: Placed; ended: boolean }, ProviderRefusal>> => {
    const owner = payment.lease?.owner ?? '';
    let answer: Result<ProviderAnswer, ProviderRefusal>;
    try {
      answer = await findOrCreate(provider, clock.now(), { tenantId, reservationId, payment, resumed });
    } catch (error) {
      await ledgers.change(tenantId, reservationId, (ledger) => releaseAttempt(ledger, payment.id, owner));
      throw error;
    }
    if (!answer.ok) {
      await ledgers.change(tenantId, reservationId, (ledger) => refuseAttempt(ledger, payment.id));
      return answer;
    }
    const observe = observeAnswer(vault, tenantId, payment.id, answer.value);
    const heard = await ledgers.change(tenantId, reservationId, (ledger) => {
      const decision = observe(ledger);
      return { ...decision, answer: { heard: decision.answer, ended: ledger.endedAt !== null } };
    });
    if (heard.heard.kind === 'disbelieved')
      throw new ProviderUnavailable(`the provider's answer is not what was asked for: ${heard.heard.reason}`);
    return ok({ payment: heard.heard.payment, ended: heard.ended });
  };
}

export function findAttempt(provider: Provider, payment: Payment): Promise<ProviderAnswer | undefined> {
  return payment.kind === 'intent'
    ? provider.findIntent(payment, payment.id, payment.createdAt)
    : provider.findSession(payment, payment.id, payment.createdAt);
}

async function findOrCreate(
  provider: Provider,
  now: Temporal.Instant,
  attempt: { tenantId: string; reservationId: string; payment: Opening; resumed: boolean },
): Promise<Result<ProviderAnswer, ProviderRefusal>> {
  const { tenantId, reservationId, payment, resumed } = attempt;
  if (resumed) {
    const found = await findAttempt(provider, payment);
    if (found !== undefined) return ok(found);
    if (Temporal.Instant.compare(now, payment.createdAt.add(KEY_LIFE)) > 0)
      return refuse('provider_refused', 'The provider has nothing for this attempt, which is a day old.');
  }
  const { amountMinorUnits, currency, providerKey, returnTo } = payment;
  const order = { tenantId, reservationId, paymentId: payment.id, amountMinorUnits, currency, providerKey };
  return returnTo === null
    ? provider.createIntent(payment, order)
    : provider.createSession(payment, { ...order, returnTo, expiresAt: pageExpiry(payment) });
}
