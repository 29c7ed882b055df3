import { refuse } from '@lodging/kernel';
import type { Refusal, RefusedWith } from '@lodging/kernel';
import type { BalanceState } from '../money/scheduled-payment.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { ReservationState } from '../stay/states.ts';

/** Local dates; `to` is exclusive. */
export interface OccupancyDates {
  readonly from: string;
  readonly to: string;
}

/** What takes units of a resource. Fields that its kind lacks are null. */
export interface OccupancyEntry extends OccupancyDates {
  readonly kind: 'stay' | 'hold' | 'block';
  readonly id: string;
  readonly reference: string | null;
  readonly groupId: null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly units: number;
  readonly state: ReservationState | null;
  readonly guestName: string | null;
  readonly partySize: number | null;
  readonly source: Reservation['source'] | null;
  readonly balanceState: BalanceState | null;
  readonly holdExpiresAt: string | null;
  readonly block: 'external' | 'out_of_order' | 'owner_stay' | 'other' | null;
  readonly note: string | null;
  readonly connectionId: string | null;
  readonly version: number | null;
}

const MAX_NIGHTS = 92;
const MAX_ENTRIES = 10_000;

export type OccupancyRefusal = Refusal<'invalid_window' | 'range_too_large'>;

export function refuseDates({ from, to }: OccupancyDates): RefusedWith<OccupancyRefusal> | undefined {
  const nights = Temporal.PlainDate.from(from).until(to).days;
  if (nights < 1) return refuse('invalid_window', '`from` must be a date before `to`.');
  if (nights <= MAX_NIGHTS) return undefined;
  return refuse('range_too_large', `The range must not have more than ${MAX_NIGHTS} nights.`);
}

export function refuseEntries(count: number): RefusedWith<OccupancyRefusal> | undefined {
  if (count <= MAX_ENTRIES) return undefined;
  return refuse('range_too_large', `The resources of the page have more than ${MAX_ENTRIES} entries.`);
}

/** One more shows that there are too many. */
export const MOST_READ = MAX_ENTRIES + 1;

/** By their begin. */
export function inOrder(entries: readonly OccupancyEntry[]): OccupancyEntry[] {
  return entries.toSorted((one, other) => {
    if (one.startsAt !== other.startsAt) return one.startsAt < other.startsAt ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  });
}
