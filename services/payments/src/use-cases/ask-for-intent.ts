// Owns getting the one intent of an attempt out of the provider, whatever became of earlier calls for it.
import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import { refuseAttempt, releaseAttempt } from '../domain/give-up-attempt.ts';
import { observeIntent } from '../domain/observe-intent.ts';
import type { Opening, Placed } from '../domain/payment.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Ledgers, Provider, ProviderIntent, ProviderRefusal, Vault } from './ports.ts';

export interface AskPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** The provider forgets an idempotency key after 24 hours; a call after that could make a second intent. */
const KEY_LIFE = { hours: 23 };

export type AskForIntent = ReturnType<typeof askForIntent>;

/**
 * Resumed: somebody may have asked before us, so the provider is searched first. Throws ProviderUnavailable with the
 * attempt left as it is, for the next caller.
 */
export function askForIntent({ ledgers, provider, vault, clock }: AskPorts) {
  return async (
    tenantId: string,
    reservationId: string,
    payment: Opening,
    resumed: boolean,
  ): Promise<Result<{ payment: Placed; ended: boolean }, ProviderRefusal>> => {
    const owner = payment.lease?.owner ?? '';
    let answer: Result<ProviderIntent, ProviderRefusal>;
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
    const { report, clientSecret } = answer.value;
    const sealed = clientSecret === null ? null : vault.seal(tenantId, payment.id, clientSecret);
    const heard = await ledgers.change(tenantId, reservationId, (ledger) => {
      const decision = observeIntent(ledger, payment.id, report, sealed);
      return { ...decision, answer: { heard: decision.answer, ended: ledger.endedAt !== null } };
    });
    if (heard.heard.kind === 'disbelieved')
      throw new ProviderUnavailable(`the provider's intent is not the one asked for: ${heard.heard.reason}`);
    return ok({ payment: heard.heard.payment, ended: heard.ended });
  };
}

async function findOrCreate(
  provider: Provider,
  now: Temporal.Instant,
  attempt: { tenantId: string; reservationId: string; payment: Opening; resumed: boolean },
): Promise<Result<ProviderIntent, ProviderRefusal>> {
  const { tenantId, reservationId, payment, resumed } = attempt;
  if (resumed) {
    const found = await provider.findIntent(payment, payment.id, payment.createdAt);
    if (found !== undefined) return ok(found);
    if (Temporal.Instant.compare(now, payment.createdAt.add(KEY_LIFE)) > 0)
      return refuse('provider_refused', 'The provider has no intent for this attempt, which is a day old.');
  }
  return provider.createIntent(payment, {
    tenantId,
    reservationId,
    paymentId: payment.id,
    amountMinorUnits: payment.amountMinorUnits,
    currency: payment.currency,
    providerKey: payment.providerKey,
  });
}
