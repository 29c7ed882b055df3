import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { PaidMoney } from '../../domain/changes/change-money.ts';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation } from '../../ports/stay.ts';

const READ = { timeoutMs: 2_000 };

/** What is here of a booking, also outside of us. Of a hold nothing counts yet. */
export async function moneyOf(
  { payments }: Pick<ReservationsDeps, 'payments'>,
  { tenantId, livemode }: RequestContext,
  { reservation, terms, at }: AgreedReservation,
): Promise<PaidMoney> {
  if (reservation.state === 'held' || reservation.state === 'expired') return { net: 0n, paid: 0n };
  const obligation = obligationOf(reservation, scheduleOf(reservation, terms?.schedule), at);
  const ctx = systemContext(tenantId, livemode, READ);
  const money = await payments.readMoney(ctx, reservation.id, obligation);
  const net = BigInt(money.collectedMinorUnits) - BigInt(money.returnedMinorUnits);
  return { net, paid: money.paidMinorUnits === undefined ? net : BigInt(money.paidMinorUnits) };
}
