import type { RequestContext } from '@lodging/kit-runtime';
import type { EndOutcome } from '../../domain/attempts/close-attempt.ts';
import { attemptOutcome, cancelAttempt as decide } from '../../domain/changes/cancel-attempt.ts';
import { cancelLive } from '../attempts/end-attempts.ts';
import type { EndAttemptsDeps } from '../attempts/end-attempts.ts';

export interface CancelAttempt {
  readonly reservationId: string;
  /** Null: the payment for the stay itself. */
  readonly changeId: string | null;
}

/** Cancels the live payment of a change, or of a hold. Throws ProviderUnavailable while its money may still move. */
export async function cancelAttempt(
  deps: EndAttemptsDeps,
  ctx: RequestContext,
  { reservationId, changeId }: CancelAttempt,
): Promise<EndOutcome> {
  const { ledgers, clock } = deps;
  const { tenantId } = ctx;
  const decided = await ledgers.change(tenantId, reservationId, (ledger) =>
    decide(ledger, changeId, clock.now()),
  );
  if (decided.kind === 'done') return decided.outcome;
  await cancelLive(deps, ctx, reservationId, decided.payment);
  return attemptOutcome(await ledgers.read(tenantId, reservationId), changeId);
}
