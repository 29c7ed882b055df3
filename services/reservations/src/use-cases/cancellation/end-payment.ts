import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type EndPaymentDeps = Pick<ReservationsDeps, 'payments' | 'logFailure'>;

/** Reserved from the deadline of the request for the steps after the payment, and for the answer. */
const RESERVED_MS = 1_000;

/**
 * `unknown` where payments gave no answer. The cancellation goes on all the same, and records that what was paid goes back:
 * the timer ends the payment before it returns it, and so does payments when it consumes the event.
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
