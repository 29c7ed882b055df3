import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isOpen, isPaid } from '../../domain/ledger/payment.ts';
import type { CreatedPayment, RedirectUrls, StayPurpose } from '../../domain/ledger/payment.ts';
import { redirectUrlProblem } from '../../domain/attempts/redirect-url.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import { completeAttempt } from './complete-attempt.ts';
import type { AttemptRefusal } from './complete-attempt.ts';
import { refuseWhenUnavailable } from './refuse-when-unavailable.ts';
import { startAttempt } from './start-attempt.ts';
import { refreshPayment } from '../provider/refresh-from-provider.ts';

export type OpenCheckoutSessionDeps = Pick<
  PaymentsDeps,
  'accounts' | 'newId' | 'clock' | 'provider' | 'ledgers' | 'vault'
>;

export interface OpenCheckoutSession extends RedirectUrls {
  readonly reservationId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly purpose?: StayPurpose | undefined;
  /** The end of the hold. */
  readonly expiresAt: Temporal.Instant;
}

export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
}

type Opened = Result<CheckoutSession, Refusal<AttemptRefusal | 'invalid_redirect_url'>>;

/** Opens a Checkout Session as the one live payment of a reservation. Refuses in the order of the checks. */
export async function openCheckoutSession(
  deps: OpenCheckoutSessionDeps,
  ctx: RequestContext,
  input: OpenCheckoutSession,
): Promise<Opened> {
  const account = await deps.accounts.find(ctx.tenantId);
  if (account === undefined) return refuse('provider_not_configured', 'The tenant has no payment account.');
  const problem = findRedirectProblem(input, account.redirectOrigins, ctx.livemode);
  if (problem !== undefined) return refuse('invalid_redirect_url', problem);
  return refuseWhenUnavailable(() => open(deps, ctx, input, account.accountId));
}

export function findRedirectProblem(
  urls: RedirectUrls,
  origins: readonly string[],
  livemode: boolean,
): string | undefined {
  for (const name of ['successUrl', 'cancelUrl'] as const) {
    const problem = redirectUrlProblem(urls[name], { origins, livemode });
    if (problem !== undefined) return `${name} ${problem}.`;
  }
  return undefined;
}

async function open(
  deps: OpenCheckoutSessionDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, productName, ...terms }: OpenCheckoutSession,
  accountId: string,
): Promise<Opened> {
  const { reservationId } = terms;
  const started = await startAttempt(deps, ctx, {
    ...terms,
    kind: 'checkout_session',
    purpose: terms.purpose ?? 'stay',
    idempotencyKey: null,
    redirectUrls: { successUrl, cancelUrl, productName },
    accountId,
  });
  if (!started.ok) return started;
  const attempt = started.value;
  if (attempt.kind === 'existing') return readSession(deps, ctx, reservationId, attempt.payment);
  const completed = await completeAttempt(deps, ctx, { ...attempt, reservationId });
  return completed.ok ? readSession(deps, ctx, reservationId, completed.value.payment) : completed;
}

/** Reads the session from the provider where its URL is not stored, or sealed with a key that was replaced. */
export async function readSession(
  deps: OpenCheckoutSessionDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: CreatedPayment,
): Promise<Opened> {
  const { provider, vault } = deps;
  const { sessionId, sealedSecret } = payment;
  const url = sealedSecret === null ? undefined : vault.open(ctx.tenantId, payment.id, sealedSecret);
  if (url !== undefined && sessionId !== null) return ok({ id: sessionId, url });
  const session =
    sessionId === null
      ? await provider.findSession(payment, payment.id, payment.createdAt)
      : await provider.readSession(payment, sessionId);
  if (session?.url) return ok({ id: session.snapshot.sessionId, url: session.url });
  const current = isOpen(payment) ? await refreshPayment(deps, ctx, { reservationId, payment }) : payment;
  if (isPaid(current)) return refuse('already_paid', 'The reservation is already paid.');
  throw new ProviderUnavailable('the checkout session has expired without a payment');
}
