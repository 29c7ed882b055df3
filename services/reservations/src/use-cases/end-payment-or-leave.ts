import type { RequestContext } from '@lodging/kit-runtime';
import type { Payments } from './ports.ts';

export interface EndPaymentDeps {
  readonly payments: Pick<Payments, 'end'>;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

/** Kept back from the caller's patience, to write down what follows and to answer while somebody still listens. */
const TO_ANSWER_MS = 1_000;

/**
 * `unknown` where nobody answered: payments hears of the cancellation, ends what is open then, and gives back what has
 * landed for a hold.
 */
export async function endPaymentOrLeave(
  { payments, onFailure }: EndPaymentDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<'over' | 'succeeded' | 'unknown'> {
  try {
    const hurried = { ...ctx, deadline: ctx.deadline - TO_ANSWER_MS };
    return (await payments.end(hurried, reservationId)) === 'succeeded' ? 'succeeded' : 'over';
  } catch (error) {
    onFailure(error, reservationId);
    return 'unknown';
  }
}
