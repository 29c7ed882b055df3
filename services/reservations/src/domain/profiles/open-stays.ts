import { asOf } from '../stay/reservation.ts';
import type { Reservation } from '../stay/reservation.ts';

/** The guest is expected, or here. */
export function isOpenStay(reservation: Reservation, at: Temporal.Instant): boolean {
  const { state } = asOf(reservation, at);
  return state === 'pending' || state === 'held' || state === 'confirmed' || state === 'checked_in';
}

/** What payments says of the money of one booking. */
export interface MoneyOfStay {
  readonly dueMinorUnits: string;
  readonly owedMinorUnits: string;
  readonly refunds: readonly { readonly state: 'pending' | 'succeeded' | 'failed' }[];
}

/** The guest owes money, or money is on its way back. */
export function hasOpenMoney({ dueMinorUnits, owedMinorUnits, refunds }: MoneyOfStay): boolean {
  return dueMinorUnits !== '0' || owedMinorUnits !== '0' || refunds.some(({ state }) => state === 'pending');
}
