import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation } from '../../ports/stay.ts';

const READ = { timeoutMs: 2_000 };

/** What is here of a booking: collected, also outside of us, and not returned. Of a hold nothing counts yet. */
export async function netOf(
  { payments }: Pick<ReservationsDeps, 'payments'>,
  { tenantId, livemode }: RequestContext,
  { reservation, terms, at }: AgreedReservation,
): Promise<bigint> {
  if (reservation.state === 'held' || reservation.state === 'expired') return 0n;
  const obligation = obligationOf(reservation, scheduleOf(reservation, terms?.schedule), at);
  const ctx = systemContext(tenantId, livemode, READ);
  const money = await payments.readMoney(ctx, reservation.id, obligation);
  return BigInt(money.collectedMinorUnits) - BigInt(money.returnedMinorUnits);
}
