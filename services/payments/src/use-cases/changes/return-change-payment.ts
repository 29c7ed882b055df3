import type { RequestContext } from '@lodging/kit-runtime';
import { findReturn, returnChangePayment as decide } from '../../domain/changes/return-change-payment.ts';
import type { Refund } from '../../domain/ledger/refund.ts';
import { sendReturns, waitForReturns } from '../cancellation/settle-reservation.ts';
import type { SettleChangeDeps } from './settle-change.ts';

export interface ChangeOfReservation {
  readonly reservationId: string;
  readonly changeId: string;
}

/** Refunds what was paid for a change that was not applied, in full and once. Null where there is nothing to refund. */
export async function returnChangePayment(
  deps: SettleChangeDeps,
  ctx: RequestContext,
  { reservationId, changeId }: ChangeOfReservation,
): Promise<Refund | null> {
  const { ledgers, clock, newId } = deps;
  await ledgers.change(ctx.tenantId, reservationId, (ledger) =>
    decide(ledger, changeId, { now: clock.now(), newId }),
  );
  await waitForReturns(deps, ctx, reservationId, sendReturns(deps, ctx, reservationId));
  return findReturn(await ledgers.read(ctx.tenantId, reservationId), changeId) ?? null;
}
