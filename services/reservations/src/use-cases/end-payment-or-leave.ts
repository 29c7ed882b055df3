// Owns ending a payment for a reservation that ends whether or not the provider can be reached.
import type { Call, Payments } from './ports.ts';

export interface EndPaymentNeeds {
  readonly payments: Pick<Payments, 'end'>;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

/**
 * `unknown` where nobody answered: payments hears of the cancellation, ends what is open then, and gives back what has
 * landed for a hold.
 */
export async function endPaymentOrLeave(
  { payments, onFailure }: EndPaymentNeeds,
  call: Call,
  reservationId: string,
): Promise<'over' | 'succeeded' | 'unknown'> {
  try {
    return (await payments.end(call, reservationId)) === 'succeeded' ? 'succeeded' : 'over';
  } catch (error) {
    onFailure(error, reservationId);
    return 'unknown';
  }
}
