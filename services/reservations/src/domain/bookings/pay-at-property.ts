import { instantText } from '@lodging/kernel';
import type { BalanceState } from '../money/scheduled-payment.ts';
import { isFree } from '../stay/reservation.ts';
import type { Money, Reservation, Stay } from '../stay/reservation.ts';
import type { ReservationTerms, ScheduledPayment } from '../stay/reservation-terms.ts';
import { startOf } from './day-start.ts';

/** All of the price on the date of arrival, at midnight in the zone of the stay. A free stay has nothing to pay. */
export function scheduleAtProperty({ window, timeZone }: Stay, total: Money): readonly ScheduledPayment[] {
  if (isFree({ total })) return [];
  const arrival = window.from.toZonedDateTimeISO(timeZone).toPlainDate();
  const dueAt = instantText(startOf(arrival, timeZone));
  return [{ purpose: 'stay', amountMinorUnits: total.minorUnits.toString(), dueAt }];
}

/** At its creation: the total is due at once where the date of arrival has begun. */
export function balanceAtProperty({
  stay,
  total,
  createdAt,
}: Pick<Reservation, 'stay' | 'total' | 'createdAt'>): BalanceState {
  const [entry] = scheduleAtProperty(stay, total);
  if (entry === undefined) return 'none';
  return Temporal.Instant.compare(Temporal.Instant.from(entry.dueAt), createdAt) <= 0 ? 'due' : 'scheduled';
}

/** Sold to be paid on the date of arrival: nothing is due before but what a change of the stay left to be paid. */
export function paysAtProperty(
  { stay, total }: Pick<Reservation, 'stay' | 'total'>,
  terms: Pick<ReservationTerms, 'schedule'> | null,
): boolean {
  const [only, ...others] = (terms?.schedule ?? []).filter(({ purpose }) => purpose !== 'change');
  const [expected] = scheduleAtProperty(stay, total);
  return others.length === 0 && only?.purpose === 'stay' && only.dueAt === expected?.dueAt;
}
