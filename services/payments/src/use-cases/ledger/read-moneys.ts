import type { RequestContext } from '@lodging/kit-runtime';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { moneyOf } from './read-money.ts';
import type { Money, ReadMoney } from './read-money.ts';

export type ReadMoneysDeps = Pick<PaymentsDeps, 'ledgers'>;

/** Of several reservations, in their order. */
export function readMoneys(
  { ledgers }: ReadMoneysDeps,
  { tenantId }: RequestContext,
  { reservations }: { readonly reservations: readonly ReadMoney[] },
): Promise<Money[]> {
  return Promise.all(
    reservations.map(async ({ reservationId, obligation }) =>
      moneyOf(await ledgers.read(tenantId, reservationId), obligation),
    ),
  );
}
