import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { hasIntent, publicState } from '../../domain/ledger/payment.ts';
import type { CreatedPayment, PaymentState, StayPurpose } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import { completeAttempt } from './complete-attempt.ts';
import type { AttemptRefusal } from './complete-attempt.ts';
import { refuseWhenUnavailable } from './refuse-when-unavailable.ts';
import { startAttempt } from './start-attempt.ts';

export type OpenIntentDeps = Pick<
  PaymentsDeps,
  'accounts' | 'newId' | 'clock' | 'provider' | 'ledgers' | 'vault'
>;

export interface OpenIntent {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly purpose?: StayPurpose | undefined;
  /** The end of the hold. */
  readonly expiresAt: Temporal.Instant;
}

/** The data with which a payment form confirms the intent in the guest's browser. */
export interface IntentHandle {
  readonly reservationId: string;
  readonly intentId: string;
  readonly clientSecret: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: PaymentState;
}

export interface OpenedIntent {
  readonly handle: IntentHandle;
  /** `replayed`: this key opened it before; `already_open`: another key did. */
  readonly outcome: 'created' | 'already_open' | 'replayed';
}

/** Opens an intent as the one live payment of a reservation. Throws ProviderUnavailable for one that exists already. */
export async function openIntent(
  deps: OpenIntentDeps,
  ctx: RequestContext,
  input: OpenIntent,
): Promise<Result<OpenedIntent, Refusal<AttemptRefusal>>> {
  const { reservationId } = input;
  const started = await startAttempt(deps, ctx, {
    ...input,
    kind: 'intent',
    purpose: input.purpose ?? 'stay',
    redirectUrls: null,
  });
  if (!started.ok) return started;
  const attempt = started.value;
  if (attempt.kind === 'existing') {
    const handle = await readHandle(deps, ctx, reservationId, attempt.payment);
    return ok({ handle, outcome: attempt.outcome });
  }
  return refuseWhenUnavailable(async () => {
    const completed = await completeAttempt(deps, ctx, { ...attempt, reservationId });
    if (!completed.ok) return completed;
    const { payment, secret } = completed.value;
    const handle = await readHandle(deps, ctx, reservationId, payment, secret);
    return ok({ handle, outcome: 'created' as const });
  });
}

/** Reads the intent from the provider where its client secret is not stored, or sealed with a key that was replaced. */
export async function readHandle(
  { provider, vault }: OpenIntentDeps,
  { tenantId }: RequestContext,
  reservationId: string,
  payment: CreatedPayment,
  /** As the provider has just given it. */
  given: string | null = null,
): Promise<IntentHandle> {
  if (!hasIntent(payment)) throw new Error('a payment that was opened as an intent has none');
  const stored = given ?? (payment.sealedSecret && vault.open(tenantId, payment.id, payment.sealedSecret));
  const clientSecret = stored || (await provider.readIntent(payment, payment.intentId)).clientSecret;
  if (!clientSecret) throw new ProviderUnavailable('the provider returned an intent without a client secret');
  const { intentId, amountMinorUnits, currency } = payment;
  return { reservationId, intentId, clientSecret, amountMinorUnits, currency, state: publicState(payment) };
}
