import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { waitForTwin } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type {
  AttemptRequest,
  ExistingPayment,
  LeasedAttempt,
  OpenResult,
} from '../../domain/attempts/open-attempt.ts';
import { requesterOf } from '../../domain/ledger/requester.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

/**
 * How long others wait after a process died during its attempt. It may be shorter than the provider's slowest response:
 * the idempotency key makes the call of the next caller and a late call of this one the same call.
 */
const LEASE = { seconds: 6 };
/** About two seconds for a concurrent request to finish. */
const WAIT_FOR_TWIN = { everyMs: 60, attempts: 33 };

export type FreshAttempt = Pick<
  AttemptRequest,
  'livemode' | 'lease' | 'newPaymentId' | 'now' | 'requestedBy'
>;

/** Opens an attempt, or waits for the caller that holds its lease. */
export async function leaseAttempt<Code extends string>(
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
  ctx: RequestContext,
  open: (fresh: FreshAttempt) => Promise<OpenResult<Code>>,
  byGuest?: true,
): Promise<Result<ExistingPayment | LeasedAttempt, Refusal<Code | 'resource_locked'>>> {
  const result = await waitForTwin(async () => {
    const now = clock.now();
    const lease = { owner: newId(), until: now.add(LEASE) };
    const { livemode } = ctx;
    const requestedBy = requesterOf(ctx, byGuest);
    const opened = await open({ livemode, lease, newPaymentId: newId(), now, requestedBy });
    return opened.kind === 'wait' ? 'wait' : opened;
  }, WAIT_FOR_TWIN);
  if (result === 'wait')
    return refuse('resource_locked', 'Another request is opening this payment.', { retryAfterSeconds: 1 });
  return result.kind === 'refused' ? { ok: false, refusal: result.refusal } : ok(result);
}
