import type { RequestContext } from '@lodging/kit-runtime';
import { currentPayment } from '../domain/ledger.ts';
import { hasIntent, isOpen, publicState } from '../domain/payment.ts';
import type { Payment, PaymentState } from '../domain/payment.ts';
import type { Arrivals } from './arrivals.ts';
import { refreshPayment } from './refresh-from-provider.ts';
import type { RefreshPaymentDeps } from './refresh-from-provider.ts';

export interface SettlePaymentDeps extends RefreshPaymentDeps {
  readonly arrivals: Pick<Arrivals, 'awaited'>;
}

export interface SettlePayment {
  readonly reservationId: string;
}

export interface SettledPayment {
  readonly state: PaymentState | 'none';
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
}

/**
 * The state of a reservation's money. While no success is known, nor on its way through this process, the payment is read
 * from the provider first; throws ProviderUnavailable rather than report a payment as open that may have succeeded.
 */
export async function settlePayment(
  deps: SettlePaymentDeps,
  ctx: RequestContext,
  { reservationId }: SettlePayment,
): Promise<SettledPayment> {
  const known = await readCurrent(deps, ctx, reservationId);
  if (known === undefined) return { state: 'none', amountMinorUnits: null, currency: null };
  const payment = await refreshPayment(deps, ctx, { reservationId, payment: known });
  const { amountMinorUnits, currency } = payment;
  return { state: publicState(payment), amountMinorUnits, currency };
}

async function readCurrent(
  { ledgers, arrivals }: SettlePaymentDeps,
  { tenantId }: RequestContext,
  reservationId: string,
): Promise<Payment | undefined> {
  const read = async () => currentPayment(await ledgers.read(tenantId, reservationId));
  const known = await read();
  const isOpenIntent = known !== undefined && isOpen(known) && hasIntent(known);
  return isOpenIntent && (await arrivals.awaited(known.intentId)) ? read() : known;
}
