import type { RequestContext } from '@lodging/kit-runtime';
import { currentPayment } from '../domain/ledger.ts';
import { publicState } from '../domain/payment.ts';
import type { PaymentState } from '../domain/payment.ts';
import { refreshPayment } from './refresh-from-provider.ts';
import type { RefreshPaymentDeps } from './refresh-from-provider.ts';

export type SettlePaymentDeps = RefreshPaymentDeps;

export interface SettlePayment {
  readonly reservationId: string;
}

export interface SettledPayment {
  readonly state: PaymentState | 'none';
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
}

/**
 * The state of a reservation's money. While no success is known, the payment is read from the provider first; throws
 * ProviderUnavailable rather than report a payment as open that may have succeeded.
 */
export async function settlePayment(
  deps: SettlePaymentDeps,
  ctx: RequestContext,
  { reservationId }: SettlePayment,
): Promise<SettledPayment> {
  const known = currentPayment(await deps.ledgers.read(ctx.tenantId, reservationId));
  if (known === undefined) return { state: 'none', amountMinorUnits: null, currency: null };
  const payment = await refreshPayment(deps, ctx, { reservationId, payment: known });
  const { amountMinorUnits, currency } = payment;
  return { state: publicState(payment), amountMinorUnits, currency };
}
