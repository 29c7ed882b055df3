import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { hasIntent, publicState } from '../domain/payment.ts';
import type { Opening, Placed, PlacedState } from '../domain/payment.ts';
import type { AskForAttempt, AskPorts } from './ask-for-attempt.ts';
import { beingOpened, noAnswer, noLongerPayable, refusedByProvider } from './attempt-refusals.ts';
import type { AttemptRefusal } from './attempt-refusals.ts';
import { claimAttempt } from './claim-attempt.ts';
import type { ClaimPorts } from './claim-attempt.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Accounts } from './ports.ts';

export interface OpenIntentRequest {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly expiresAt: Temporal.Instant;
  readonly livemode: boolean;
}

export interface Handle {
  readonly reservationId: string;
  readonly intentId: string;
  readonly clientSecret: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: PlacedState;
}

export interface OpenedIntent {
  readonly handle: Handle;
  readonly outcome: 'created' | 'already_open' | 'replayed';
}

export interface OpenIntentPorts extends AskPorts, ClaimPorts {
  readonly accounts: Accounts;
  readonly askForAttempt: AskForAttempt;
}

type Answer = Result<OpenedIntent, { code: AttemptRefusal; detail: string }>;

export function openIntent(ports: OpenIntentPorts) {
  return async (tenantId: string, request: OpenIntentRequest): Promise<Answer> => {
    const { idempotencyKey: key, reservationId, ...terms } = request;
    const account = await ports.accounts.find(tenantId);
    const decided = await claimAttempt(ports, tenantId, {
      ...terms,
      reservationId,
      key,
      kind: 'intent',
      returnTo: null,
      accountId: account?.accountId ?? null,
    });
    switch (decided.kind) {
      case 'refused':
        return { ok: false, refusal: decided.refusal };
      case 'wait':
        return beingOpened();
      case 'known': {
        const { payment, outcome } = decided;
        return ok({ handle: await handleOf(ports, tenantId, reservationId, payment), outcome });
      }
      case 'ask-provider':
        return askProvider(ports, tenantId, reservationId, decided);
    }
  };
}

async function askProvider(
  ports: OpenIntentPorts,
  tenantId: string,
  reservationId: string,
  { payment, resumed }: { payment: Opening; resumed: boolean },
): Promise<Answer> {
  try {
    const asked = await ports.askForAttempt(tenantId, reservationId, payment, resumed);
    if (!asked.ok) return refusedByProvider(asked.refusal);
    // Whoever ended it cancels the intent, too.
    if (asked.value.ended) return noLongerPayable();
    const handle = await handleOf(ports, tenantId, reservationId, asked.value.payment);
    return ok({ handle, outcome: 'created' });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return noAnswer();
  }
}

async function handleOf(
  { provider, vault }: OpenIntentPorts,
  tenantId: string,
  reservationId: string,
  payment: Placed,
): Promise<Handle> {
  if (!hasIntent(payment)) throw new Error('a payment that was opened as an intent has none');
  const known = payment.sealedSecret && vault.open(tenantId, payment.id, payment.sealedSecret);
  const clientSecret = known || (await provider.readIntent(payment, payment.intentId)).clientSecret;
  if (!clientSecret) throw new ProviderUnavailable('the provider gave an intent without a client secret');
  return {
    reservationId,
    intentId: payment.intentId,
    clientSecret,
    amountMinorUnits: payment.amountMinorUnits,
    currency: payment.currency,
    state: publicState(payment),
  };
}
