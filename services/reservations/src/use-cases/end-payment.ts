import type { RequestContext } from '@lodging/kit-runtime';
import type { PaymentsClient } from '../ports.ts';

export interface EndPaymentDeps {
  readonly payments: Pick<PaymentsClient, 'end'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

/** Reserved from the deadline of the request for the steps after the payment, and for the answer. */
const RESERVED_MS = 1_000;

/**
 * `unknown` where payments gave no answer. The cancellation goes on all the same: payments consumes its event, ends an
 * open payment then, and returns one that succeeded for a hold.
 */
export async function endPayment(
  { payments, logFailure }: EndPaymentDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<'ended' | 'succeeded' | 'unknown'> {
  try {
    const shortened = { ...ctx, deadline: ctx.deadline - RESERVED_MS };
    return (await payments.end(shortened, reservationId)) === 'succeeded' ? 'succeeded' : 'ended';
  } catch (error) {
    logFailure(error, reservationId);
    return 'unknown';
  }
}
