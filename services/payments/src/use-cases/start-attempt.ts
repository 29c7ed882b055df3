import { ok, refuse } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { waitForTwin } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { openAttempt } from '../domain/open-attempt.ts';
import type {
  AttemptRequest,
  ExistingPayment,
  LeasedAttempt,
  OpenRefusal,
  OpenResult,
} from '../domain/open-attempt.ts';
import { ProviderUnavailable } from '../ports.ts';
import type { AccountRepository } from '../ports.ts';
import { createAtProvider } from './create-at-provider.ts';
import type { CreateAtProvider, CreateAtProviderDeps } from './create-at-provider.ts';
import type { RecordedPayment } from './record-provider-answer.ts';
import { requesterOf } from './requester-of.ts';

export interface PaymentAttemptDeps extends CreateAtProviderDeps {
  readonly accounts: AccountRepository;
  readonly newId: NewId;
}

export type AttemptRefusal = OpenRefusal | 'resource_locked' | 'payment_setup_failed';

export type StartAttempt = Omit<AttemptRequest, 'keyReservationId' | 'accountId' | keyof Fresh> & {
  readonly reservationId: string;
  /** Without a key. With one, the account is read with the ledger. */
  readonly accountId?: string;
};

/**
 * How long others wait after a process died during its attempt. It may be shorter than the provider's slowest response:
 * the idempotency key makes the call of the next caller and a late call of this one the same call.
 */
const LEASE = { seconds: 6 };
/** About two seconds for a concurrent request to finish. */
const WAIT_FOR_TWIN = { everyMs: 60, attempts: 33 };

/** Opens the one live payment of a reservation and takes its lease, or finds the payment that is open already. */
export async function startAttempt(
  deps: PaymentAttemptDeps,
  ctx: RequestContext,
  { reservationId, ...input }: StartAttempt,
): Promise<Result<ExistingPayment | LeasedAttempt, Refusal<AttemptRefusal>>> {
  const { ledgers } = deps;
  const { tenantId } = ctx;
  const { idempotencyKey: key } = input;
  return leaseAttempt(deps, ctx, (fresh) =>
    key === null
      ? ledgers.change(tenantId, reservationId, (ledger) =>
          openAttempt(ledger, { accountId: null, ...input, ...fresh, keyReservationId: null }),
        )
      : ledgers.changeWithKey(tenantId, reservationId, { space: 'hold', key }, (ledger, opening) =>
          openAttempt(ledger, { ...input, ...fresh, ...opening }),
        ),
  );
}

type Fresh = Pick<AttemptRequest, 'livemode' | 'lease' | 'newPaymentId' | 'now' | 'requestedBy'>;

/** Opens an attempt, or waits for the caller that holds its lease. */
export async function leaseAttempt<Code extends string>(
  { clock, newId }: Pick<PaymentAttemptDeps, 'clock' | 'newId'>,
  ctx: RequestContext,
  open: (fresh: Fresh) => Promise<OpenResult<Code>>,
): Promise<Result<ExistingPayment | LeasedAttempt, Refusal<Code | 'resource_locked'>>> {
  const result = await waitForTwin(async () => {
    const now = clock.now();
    const lease = { owner: newId(), until: now.add(LEASE) };
    const { livemode } = ctx;
    const opened = await open({ livemode, lease, newPaymentId: newId(), now, requestedBy: requesterOf(ctx) });
    return opened.kind === 'wait' ? 'wait' : opened;
  }, WAIT_FOR_TWIN);
  if (result === 'wait')
    return refuse('resource_locked', 'Another request is opening this payment.', { retryAfterSeconds: 1 });
  return result.kind === 'refused' ? { ok: false, refusal: result.refusal } : ok(result);
}

export type CreatedAttempt = Pick<RecordedPayment, 'payment' | 'secret'>;

/** Creates the leased attempt at the provider. Throws ProviderUnavailable. */
export async function completeAttempt(
  deps: CreateAtProviderDeps,
  ctx: RequestContext,
  input: CreateAtProvider,
): Promise<Result<CreatedAttempt, Refusal<AttemptRefusal>>> {
  const created = await createAtProvider(deps, ctx, input);
  if (!created.ok)
    return created.refusal.code === 'account_cannot_charge'
      ? refuse('provider_not_configured', 'The account of the tenant cannot take payments.')
      : refuse('payment_setup_failed', 'The payment provider refused the payment.');
  // The request that ended the reservation cancels the payment. A penalty is paid after the end.
  if (created.value.hasEnded && input.payment.purpose !== 'penalty')
    return refuse('reservation_not_holdable', 'The reservation can no longer be paid.');
  return ok(created.value);
}

/** Refuses with `payment_setup_failed` where the provider did not answer; the same request may then be repeated. */
export async function refuseWhenUnavailable<T, R extends Refusal>(
  work: () => Promise<Result<T, R>>,
): Promise<Result<T, R | Refusal<'payment_setup_failed'>>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const detail = 'The payment provider gave no answer; the same request may be sent again.';
    return refuse('payment_setup_failed', detail);
  }
}
