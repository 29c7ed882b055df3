import type { RequestContext } from '@lodging/kit-runtime';
import { endLedger, endOutcome } from '../../domain/attempts/close-attempt.ts';
import type { EndOutcome } from '../../domain/attempts/close-attempt.ts';
import { hasIntent, isLive, isOpen } from '../../domain/ledger/payment.ts';
import type { CreatedPayment, LivePayment } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { ProviderAnswer, ProviderClient } from '../../ports/provider.ts';
import { createAtProvider } from './create-at-provider.ts';
import { recordProviderAnswer } from '../provider/record-provider-answer.ts';
import { findAtProvider, refreshPayment } from '../provider/refresh-from-provider.ts';

export type EndAttemptsDeps = Pick<PaymentsDeps, 'clock' | 'provider' | 'ledgers' | 'vault'>;

export interface EndedReservation {
  readonly reservationId: string;
  /** A stay that ended already has ended. */
  readonly what: 'hold' | 'stay';
  readonly endedAt: Temporal.Instant;
}

/**
 * Cancels the live payment of a reservation; afterwards none can be opened. Throws ProviderUnavailable while money may
 * still move: the caller repeats the request, and the reconciler does so too.
 */
export async function endAttempts(
  deps: EndAttemptsDeps,
  ctx: RequestContext,
  { reservationId, what, endedAt }: EndedReservation,
): Promise<EndOutcome> {
  const { ledgers } = deps;
  const ended = await ledgers.change(ctx.tenantId, reservationId, (ledger) =>
    endLedger(ledger, endedAt, what),
  );
  if (ended.kind === 'done') return ended.outcome;
  await cancelLive(deps, ctx, reservationId, ended.payment);
  return endOutcome(await ledgers.read(ctx.tenantId, reservationId));
}

/** Cancels a live payment, whatever becomes of the reservation. Throws ProviderUnavailable while money may still move. */
export async function cancelLive(
  deps: EndAttemptsDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: LivePayment,
): Promise<void> {
  const created = await ensureCreated(deps, ctx, reservationId, payment);
  if (created !== undefined && isLive(created)) await cancel(deps, ctx, reservationId, created);
}

async function cancel(
  deps: EndAttemptsDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: CreatedPayment,
): Promise<void> {
  const answer = await cancelAtProvider(deps.provider, payment);
  const { payment: after } = await recordProviderAnswer(deps, ctx, {
    reservationId,
    paymentId: payment.id,
    answer,
  });
  // A session that was paid meanwhile cannot be expired any more. Its intent says so.
  const isUnclear = after.kind === 'checkout_session' && isOpen(after);
  const known = isUnclear ? await refreshPayment(deps, ctx, { reservationId, payment: after }) : after;
  if (isLive(known)) throw new ProviderUnavailable(`a payment that is ${known.state} cannot be ended yet`);
}

/** A session is expired, not cancelled: the provider does not allow to cancel the intent of a session. */
async function cancelAtProvider(provider: ProviderClient, payment: CreatedPayment): Promise<ProviderAnswer> {
  if (payment.kind === 'intent' && hasIntent(payment))
    return provider.cancelIntent(payment, payment.intentId);
  const sessionId = payment.sessionId ?? (await findSessionId(provider, payment));
  return provider.expireSession(payment, sessionId);
}

/** A notification about the intent may arrive before the session is known. */
async function findSessionId(provider: ProviderClient, payment: CreatedPayment): Promise<string> {
  const found = await findAtProvider(provider, payment);
  if (found?.kind === 'session') return found.snapshot.sessionId;
  throw new ProviderUnavailable('the provider does not find the checkout session of a payment');
}

/**
 * An attempt without a known outcome may exist at the provider. It is found, or created under its key, so that there is
 * an object to cancel. Undefined where the provider refuses to create it.
 */
async function ensureCreated(
  deps: EndAttemptsDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: LivePayment,
): Promise<CreatedPayment | undefined> {
  if (payment.state !== 'creating') return payment;
  const created = await createAtProvider(deps, ctx, { reservationId, payment, resumed: true });
  return created.ok ? created.value.payment : undefined;
}
