import type { UpdatedReservation } from '../../ports/stay.ts';
import type { BookingWithTerms } from '../bookings/read-booking.ts';
import { releaseUnits } from './release-units.ts';
import type { ReleaseUnitsDeps } from './release-units.ts';
import { requestSettlement } from './request-settlement.ts';
import type { RequestSettlementDeps } from './request-settlement.ts';

/** After the commit: releases the units of an ended stay, and requests its settlement where it has one. Never throws. */
export async function releaseAndSettle(
  deps: ReleaseUnitsDeps & RequestSettlementDeps,
  { reservation: ended, settlement }: UpdatedReservation,
): Promise<Pick<BookingWithTerms, 'reservation' | 'cancellation'>> {
  if (settlement === undefined) {
    await releaseUnits(deps, ended);
    return { reservation: ended, cancellation: null };
  }
  const [{ reservation, outcome }] = await Promise.all([
    requestSettlement(deps, ended, settlement),
    releaseUnits(deps, ended),
  ]);
  return { reservation, cancellation: { ...settlement, outcome } };
}
