import { systemContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OwedRefund } from '../../ports/stay.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type SendOwedRefundDeps = Pick<
  ReservationsDeps,
  'refundObligations' | 'payments' | 'inventory' | 'logFailure'
>;

export type SendOwedRefundsDeps = Pick<
  ReservationsDeps,
  'refundObligations' | 'payments' | 'inventory' | 'logFailure'
>;

const BATCH = 20;

/** Sends the refunds that are due. A failed one is due again when its lease has expired. */
export async function sendOwedRefunds(deps: SendOwedRefundsDeps): Promise<void> {
  let due: OwedRefund[];
  do {
    due = await deps.refundObligations.leaseOpen(BATCH);
    await Promise.all(due.map((owed) => sendOwedRefund(deps, owed)));
  } while (due.length === BATCH);
}

/** Never throws: the timer repeats what failed. Every step may be repeated. */
export async function sendOwedRefund(deps: SendOwedRefundDeps, owed: OwedRefund): Promise<void> {
  try {
    await Promise.all([returnPayment(deps, owed), releaseUnits(deps, owed)]);
    await deps.refundObligations.close(owed);
  } catch (error) {
    deps.logFailure(error, owed.id);
  }
}

/** Ends the payment first: one that is open may still succeed. */
async function returnPayment({ payments }: SendOwedRefundDeps, owed: OwedRefund): Promise<void> {
  const ctx = systemContext(owed.tenantId, owed.livemode, BACKGROUND_TIMEOUT);
  await payments.end(ctx, owed.id);
  await payments.returnPayment(ctx, owed.id, owed.cause);
}

/**
 * A confirmation that lost against the refund may have claimed the units. Unlike an expiry, this release is final: it also
 * refuses the claim of one that is still on its way.
 */
async function releaseUnits(
  { inventory }: SendOwedRefundDeps,
  { resourceId, id, ...reservation }: OwedRefund,
): Promise<void> {
  const released = await inventory.release(
    systemContext(reservation.tenantId, reservation.livemode, BACKGROUND_TIMEOUT),
    { id, resourceId },
    'cancelled',
  );
  if (!released.ok) throw new Error(released.refusal.detail);
}
