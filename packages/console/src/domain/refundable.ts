import type { components } from '@lodging/client';

type Payments = Pick<components['schemas']['BookingPayments'], 'payments' | 'refunds'>;

export interface Refundable {
  /** Through the payment provider. */
  readonly online: bigint;
  /** What was paid at the desk, and has to be handed back there. */
  readonly atDesk: bigint;
}

const sumOf = (amounts: readonly { readonly amountMinorUnits: string }[]): bigint =>
  amounts.reduce((sum, { amountMinorUnits }) => sum + BigInt(amountMinorUnits), 0n);

const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

/** What is left of the payments, by the way that they came. */
export function refundable({ payments, refunds }: Payments): Refundable {
  const paid = payments.filter(({ state }) => state === 'succeeded' || state === 'refunded');
  const online = paid.filter(({ providerPaymentIntentId }) => providerPaymentIntentId !== null);
  const desk = paid.filter(({ providerPaymentIntentId }) => providerPaymentIntentId === null);
  const back = refunds.filter(({ state }) => state !== 'failed');
  return {
    online: notNegative(sumOf(online) - sumOf(back)),
    atDesk: notNegative(
      sumOf(desk.filter(({ returned }) => !returned)) - sumOf(desk.filter(({ returned }) => returned)),
    ),
  };
}
