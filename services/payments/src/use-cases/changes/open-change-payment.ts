import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ExistingPayment, LeasedAttempt } from '../../domain/attempts/open-attempt.ts';
import { livePaymentOf } from '../../domain/changes/change-payment.ts';
import { openChangeAttempt } from '../../domain/changes/open-change-attempt.ts';
import type { ChangeRefusal } from '../../domain/changes/open-change-attempt.ts';
import type { CreatedPayment, RedirectUrls } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { completeAttempt } from '../attempts/complete-attempt.ts';
import type { AttemptRefusal } from '../attempts/complete-attempt.ts';
import { cancelLive } from '../attempts/end-attempts.ts';
import { leaseAttempt } from '../attempts/lease-attempt.ts';
import { findRedirectProblem, readSession } from '../attempts/open-checkout-session.ts';
import { readHandle } from '../attempts/open-intent.ts';
import type { IntentHandle } from '../attempts/open-intent.ts';
import { refuseWhenUnavailable } from '../attempts/refuse-when-unavailable.ts';

export type OpenChangePaymentDeps = Pick<
  PaymentsDeps,
  'accounts' | 'newId' | 'clock' | 'provider' | 'ledgers' | 'vault'
>;

export interface OpenChangePayment {
  readonly reservationId: string;
  readonly changeId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  /** The end of the change. */
  readonly expiresAt: Temporal.Instant;
  /** The guest sent the request. */
  readonly byGuest?: true | undefined;
}

export interface ChangeSession {
  readonly id: string;
  readonly url: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly expiresAt: Temporal.Instant;
}

type Code = ChangeRefusal | 'resource_locked' | 'payment_setup_failed';

/** Opens an intent for a change as the one live payment of the reservation, or finds the one that is open or paid. */
export async function openChangeIntent(
  deps: OpenChangePaymentDeps,
  ctx: RequestContext,
  input: OpenChangePayment,
): Promise<Result<IntentHandle, Refusal<Code>>> {
  const account = await deps.accounts.find(ctx.tenantId);
  return refuseWhenUnavailable(async () => {
    const opened = await open(deps, ctx, input, {
      accountId: account?.accountId ?? null,
      redirectUrls: null,
    });
    return opened.ok ? ok(await readHandle(deps, ctx, input.reservationId, opened.value)) : opened;
  });
}

/** The same on a page of the provider, in place of the open intent of the change. */
export async function openChangeSession(
  deps: OpenChangePaymentDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, productName, ...input }: OpenChangePayment & RedirectUrls,
): Promise<Result<ChangeSession, Refusal<Code | 'invalid_redirect_url'>>> {
  const { reservationId, changeId } = input;
  const redirectUrls = { successUrl, cancelUrl, productName };
  const account = await deps.accounts.find(ctx.tenantId);
  const problem = account && findRedirectProblem(redirectUrls, account.redirectOrigins, ctx.livemode);
  if (problem !== undefined) return refuse('invalid_redirect_url', problem);
  return refuseWhenUnavailable(async () => {
    const live = livePaymentOf(await deps.ledgers.read(ctx.tenantId, reservationId), changeId);
    if (live?.kind === 'intent') await cancelLive(deps, ctx, reservationId, live);
    const accountId = account?.accountId ?? null;
    const opened = await open(deps, ctx, input, { accountId, redirectUrls });
    if (!opened.ok) return opened;
    const { amountMinorUnits, currency, expiresAt } = opened.value;
    if (opened.value.kind !== 'checkout_session') return notPayable;
    const session = await readSession(deps, ctx, reservationId, opened.value);
    return session.ok ? ok({ ...session.value, amountMinorUnits, currency, expiresAt }) : notPayable;
  });
}

async function open(
  deps: OpenChangePaymentDeps,
  ctx: RequestContext,
  { reservationId, byGuest, ...input }: OpenChangePayment,
  means: { readonly accountId: string | null; readonly redirectUrls: RedirectUrls | null },
): Promise<Result<CreatedPayment, Refusal<Code>>> {
  const kind = means.redirectUrls === null ? 'intent' : 'checkout_session';
  const started = await leaseAttempt(
    deps,
    ctx,
    (fresh) =>
      deps.ledgers.change(ctx.tenantId, reservationId, (ledger) =>
        openChangeAttempt(ledger, { ...input, ...means, ...fresh, kind }),
      ),
    byGuest,
  );
  return started.ok ? complete(deps, ctx, reservationId, started.value) : started;
}

async function complete(
  deps: OpenChangePaymentDeps,
  ctx: RequestContext,
  reservationId: string,
  attempt: ExistingPayment | LeasedAttempt,
): Promise<Result<CreatedPayment, Refusal<Code>>> {
  if (attempt.kind === 'existing') return ok(attempt.payment);
  const completed = await completeAttempt(deps, ctx, { ...attempt, reservationId });
  if (!completed.ok) return orNotPayable(completed.refusal);
  const { payment } = completed.value;
  // The change was given up meanwhile.
  return payment.state === 'failed' ? notPayable : ok(payment);
}

function orNotPayable({ code, detail }: Refusal<AttemptRefusal>): Result<never, Refusal<Code>> {
  return code === 'payment_setup_failed' || code === 'provider_not_configured'
    ? refuse(code, detail)
    : notPayable;
}

const notPayable = refuse('nothing_due', 'The change can no longer be paid.');
