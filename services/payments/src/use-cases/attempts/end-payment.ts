import type { RequestContext } from '@lodging/kit-runtime';
import type { EndOutcome } from '../../domain/attempts/close-attempt.ts';
import { endAttempts } from './end-attempts.ts';
import type { EndAttemptsDeps } from './end-attempts.ts';

export type EndPaymentDeps = EndAttemptsDeps;

export interface EndPayment {
  readonly reservationId: string;
}

/** Ends the payment of a hold that is over. What is due of a stay that was confirmed nevertheless can still be paid. */
export function endPayment(
  deps: EndPaymentDeps,
  ctx: RequestContext,
  { reservationId }: EndPayment,
): Promise<EndOutcome> {
  return endAttempts(deps, ctx, { reservationId, what: 'hold', endedAt: deps.clock.now() });
}
