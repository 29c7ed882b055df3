import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Obligation } from '../../domain/ledger/balance.ts';
import type { ExistingPayment, LeasedAttempt } from '../../domain/attempts/open-attempt.ts';
import { openDueAttempt } from '../../domain/attempts/open-due-attempt.ts';
import type { DuePurpose, DueRefusal } from '../../domain/attempts/open-due-attempt.ts';
import type { CreatedPayment, RedirectUrls } from '../../domain/ledger/payment.ts';
import { findRedirectProblem, readSession } from './open-checkout-session.ts';
import { readHandle } from './open-intent.ts';
import type { IntentHandle } from './open-intent.ts';
import { completeAttempt } from './complete-attempt.ts';
import type { AttemptRefusal } from './complete-attempt.ts';
import { leaseAttempt } from './lease-attempt.ts';
import type { FreshAttempt } from './lease-attempt.ts';
import { refuseWhenUnavailable } from './refuse-when-unavailable.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type OpenDuePaymentDeps = Pick<
  PaymentsDeps,
  'accounts' | 'newId' | 'clock' | 'provider' | 'ledgers' | 'vault'
>;

export interface OpenDuePayment {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly purpose: DuePurpose;
  readonly obligation: Obligation;
  /** Null: all that is due. */
  readonly amountMinorUnits: bigint | null;
  readonly currency: string;
  /** The guest sent the request. */
  readonly byGuest?: true | undefined;
}

export interface OpenDueSession extends OpenDuePayment, RedirectUrls {}

export interface DueIntent {
  readonly handle: IntentHandle;
  readonly isReplayed: boolean;
}

export interface DueSession {
  readonly id: string;
  readonly url: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly expiresAt: Temporal.Instant;
  readonly isReplayed: boolean;
}

type Code = DueRefusal | 'invalid_redirect_url' | 'resource_locked' | 'payment_setup_failed';

/** A guest may come back to it for a day. */
const LIFETIME = { hours: 24 };

/** Opens an intent for what is due as the one live payment of the reservation. */
export async function openDueIntent(
  deps: OpenDuePaymentDeps,
  ctx: RequestContext,
  input: OpenDuePayment,
): Promise<Result<DueIntent, Refusal<Code>>> {
  const { reservationId } = input;
  const account = await deps.accounts.find(ctx.tenantId);
  const started = await start(deps, ctx, input, {
    accountId: account?.accountId ?? null,
    redirectUrls: null,
  });
  if (!started.ok) return started;
  return refuseWhenUnavailable(async () => {
    const payment = await complete(deps, ctx, reservationId, started.value);
    if (!payment.ok) return payment;
    const handle = await readHandle(deps, ctx, reservationId, payment.value);
    return ok({ handle, isReplayed: started.value.kind === 'existing' });
  });
}

/** Opens a Checkout Session for what is due as the one live payment of the reservation. */
export async function openDueSession(
  deps: OpenDuePaymentDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, productName, ...input }: OpenDueSession,
): Promise<Result<DueSession, Refusal<Code>>> {
  const { reservationId } = input;
  const redirectUrls = { successUrl, cancelUrl, productName };
  const account = await deps.accounts.find(ctx.tenantId);
  const problem = account && findRedirectProblem(redirectUrls, account.redirectOrigins, ctx.livemode);
  if (problem !== undefined) return refuse('invalid_redirect_url', problem);
  const started = await start(deps, ctx, input, { accountId: account?.accountId ?? null, redirectUrls });
  if (!started.ok) return started;
  return refuseWhenUnavailable(async () => {
    const payment = await complete(deps, ctx, reservationId, started.value);
    if (!payment.ok) return payment;
    const { amountMinorUnits, currency, expiresAt } = payment.value;
    const session = await readSession(deps, ctx, reservationId, payment.value);
    if (!session.ok) return orNothingDue(session.refusal);
    const isReplayed = started.value.kind === 'existing';
    return ok({ ...session.value, amountMinorUnits, currency, expiresAt, isReplayed });
  });
}

interface Means {
  readonly accountId: string | null;
  readonly redirectUrls: RedirectUrls | null;
}

function start(
  deps: OpenDuePaymentDeps,
  ctx: RequestContext,
  { reservationId, byGuest, ...input }: OpenDuePayment,
  means: Means,
): Promise<Result<ExistingPayment | LeasedAttempt, Refusal<DueRefusal | 'resource_locked'>>> {
  const [kind, space] = means.redirectUrls === null ? (['intent', 'due_intent'] as const) : SESSION;
  const fingerprint = fingerprintOf(input, means);
  const key = { space, key: input.idempotencyKey };
  const open = (fresh: FreshAttempt) => {
    const expiresAt = fresh.now.add(LIFETIME);
    const request = { ...input, ...means, ...fresh, kind, keySpace: space, fingerprint, expiresAt };
    return deps.ledgers.changeWithKey(ctx.tenantId, reservationId, key, (ledger, { keyReservationId }) =>
      openDueAttempt(ledger, { ...request, keyReservationId }),
    );
  };
  return leaseAttempt(deps, ctx, open, byGuest);
}

const SESSION = ['checkout_session', 'due_session'] as const;

/** Covers the client's input only: the amount due may change until the client repeats its request. */
function fingerprintOf(
  { amountMinorUnits }: OpenDuePayment | Pick<OpenDuePayment, 'amountMinorUnits'>,
  means: Means,
) {
  const { successUrl = '', cancelUrl = '' } = means.redirectUrls ?? {};
  return JSON.stringify([amountMinorUnits?.toString() ?? null, successUrl, cancelUrl]);
}

async function complete(
  deps: OpenDuePaymentDeps,
  ctx: RequestContext,
  reservationId: string,
  attempt: ExistingPayment | LeasedAttempt,
): Promise<Result<CreatedPayment, Refusal<Code>>> {
  if (attempt.kind === 'existing') return ok(attempt.payment);
  const completed = await completeAttempt(deps, ctx, { ...attempt, reservationId });
  return completed.ok ? ok(completed.value.payment) : orNothingDue(completed.refusal);
}

/** The reservation was paid, or has ended, while the payment was opened. */
function orNothingDue({
  code,
  detail,
}: Refusal<AttemptRefusal | 'invalid_redirect_url'>): Result<never, Refusal<Code>> {
  return code === 'already_paid' || code === 'reservation_not_holdable'
    ? refuse('nothing_due', 'Nothing is due for the booking any more.')
    : refuse(code, detail);
}
