import type { RequestContext } from '@lodging/kit-runtime';
import { findOverpayment, settleChange as decide, stateChange } from '../../domain/changes/settle-change.ts';
import type { ChangeStatement, SettleChange } from '../../domain/changes/settle-change.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { cancelLive } from '../attempts/end-attempts.ts';
import type { EndAttemptsDeps } from '../attempts/end-attempts.ts';
import { sendReturns, waitForReturns } from '../cancellation/settle-reservation.ts';
import type { SendRefundDeps } from '../refunds/send-refund.ts';

export type SettleChangeDeps = SendRefundDeps & EndAttemptsDeps & Pick<PaymentsDeps, 'clock' | 'newId'>;

/**
 * Returns what is here above the obligation of a changed stay. What the provider has not answered in time is `pending`. A
 * page or an intent of more than is due now is ended first: throws ProviderUnavailable while its money may still move.
 */
export async function settleChange(
  deps: SettleChangeDeps,
  ctx: RequestContext,
  { reservationId, ...change }: SettleChange & { readonly reservationId: string },
): Promise<ChangeStatement> {
  const { ledgers, clock, newId } = deps;
  const overpaying = findOverpayment(await ledgers.read(ctx.tenantId, reservationId), change);
  if (overpaying !== undefined) await cancelLive(deps, ctx, reservationId, overpaying);
  const sums = await ledgers.change(ctx.tenantId, reservationId, (ledger) =>
    decide(ledger, change, { now: clock.now(), newId }),
  );
  await waitForReturns(deps, ctx, reservationId, sendReturns(deps, ctx, reservationId));
  return stateChange(await ledgers.read(ctx.tenantId, reservationId), change.changeId, sums);
}
