import type { OwedRefund } from '../ports/due-work.ts';
import type { InventoryClient } from '../ports/inventory.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { RefundObligationRepository } from '../ports/refunds.ts';
import { contextFor } from './system-context.ts';

export interface SendOwedRefundDeps {
  readonly refundObligations: Pick<RefundObligationRepository, 'settle'>;
  readonly payments: Pick<PaymentsClient, 'end' | 'returnPayment'>;
  readonly inventory: Pick<InventoryClient, 'release'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

export interface SendOwedRefundsDeps extends SendOwedRefundDeps {
  readonly refundObligations: RefundObligationRepository;
}

const BATCH = 20;

/** Sends what is due. What fails is due again when its lease has expired. */
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
    await deps.refundObligations.settle(owed);
  } catch (error) {
    deps.logFailure(error, owed.id);
  }
}

/** Ends the payment first: one that is open may still succeed. */
async function returnPayment({ payments }: SendOwedRefundDeps, owed: OwedRefund): Promise<void> {
  const ctx = contextFor(owed);
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
  const released = await inventory.release(contextFor(reservation), { id, resourceId }, 'cancelled');
  if (!released.ok) throw new Error(released.refusal.detail);
}
