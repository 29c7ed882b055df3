import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { refuseAttempt, releaseAttempt } from '../../domain/attempts/close-attempt.ts';
import type { CreatingPayment } from '../../domain/ledger/payment.ts';
import { sessionExpiry } from '../../domain/attempts/session-expiry.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { ProviderAnswer, ProviderRefusal } from '../../ports/provider.ts';
import { recordProviderAnswer } from '../provider/record-provider-answer.ts';
import type { RecordedPayment } from '../provider/record-provider-answer.ts';
import { findAtProvider } from '../provider/refresh-from-provider.ts';

export type CreateAtProviderDeps = Pick<PaymentsDeps, 'clock' | 'provider' | 'ledgers' | 'vault'>;

export interface CreateAtProvider {
  readonly reservationId: string;
  readonly payment: CreatingPayment;
  /** An earlier call may have reached the provider, so the object is searched for first. */
  readonly resumed: boolean;
}

/** The provider keeps idempotency keys for at least 24 hours. A later call could create a second object. */
const KEY_LIFETIME = { hours: 23 };

/**
 * Creates the intent or session of an attempt, whose lease the caller holds, and records it. Throws ProviderUnavailable
 * where the outcome is unknown: the lease is released, and the next caller repeats the call under the same key.
 */
export async function createAtProvider(
  deps: CreateAtProviderDeps,
  ctx: RequestContext,
  input: CreateAtProvider,
): Promise<Result<RecordedPayment, ProviderRefusal>> {
  const { reservationId, payment } = input;
  let created: Result<ProviderAnswer, ProviderRefusal>;
  try {
    created = await findOrCreate(deps, ctx, input);
  } catch (error) {
    const owner = payment.lease?.owner ?? '';
    await deps.ledgers.change(ctx.tenantId, reservationId, (ledger) =>
      releaseAttempt(ledger, payment.id, owner),
    );
    throw error;
  }
  if (!created.ok) {
    await deps.ledgers.change(ctx.tenantId, reservationId, (ledger) => refuseAttempt(ledger, payment.id));
    return created;
  }
  const answer = created.value;
  return ok(await recordProviderAnswer(deps, ctx, { reservationId, paymentId: payment.id, answer }));
}

async function findOrCreate(
  { provider, clock }: CreateAtProviderDeps,
  { tenantId }: RequestContext,
  { reservationId, payment, resumed }: CreateAtProvider,
): Promise<Result<ProviderAnswer, ProviderRefusal>> {
  const now = clock.now();
  if (resumed) {
    const found = await findAtProvider(provider, payment);
    if (found !== undefined) return ok(found);
    if (Temporal.Instant.compare(now, payment.createdAt.add(KEY_LIFETIME)) > 0)
      return refuse('provider_refused', 'The attempt is a day old and is unknown to the provider.');
  }
  const { amountMinorUnits, currency, providerIdempotencyKey: idempotencyKey, redirectUrls } = payment;
  const params = {
    tenantId,
    reservationId,
    paymentId: payment.id,
    amountMinorUnits,
    currency,
    idempotencyKey,
  };
  return redirectUrls === null
    ? provider.createIntent(payment, params)
    : provider.createSession(payment, { ...params, redirectUrls, expiresAt: sessionExpiry(payment) });
}
