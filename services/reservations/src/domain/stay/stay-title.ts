import { localDate, stayDatesText } from '@lodging/kernel';
import type { Reservation } from './reservation.ts';
import { roomNameFor } from './room-name.ts';
import type { RoomName } from './room-name.ts';

const MAX_NAME = 90;

/** What a payment page says is sold: `Room 101, 10–12 June, A7P7K3Q9`, in the guest's language where it is known. */
export function stayTitle(
  { stay, reference, guestLanguage }: Pick<Reservation, 'stay' | 'reference' | 'guestLanguage'>,
  room: RoomName | null,
): string {
  const from = localDate(stay.window.from, stay.timeZone);
  const to = localDate(stay.window.to, stay.timeZone);
  const dates = stayDatesText({ from, to }, guestLanguage ?? 'en-GB', 'without_year');
  const name = Array.from(roomNameFor(guestLanguage, room) ?? '')
    .slice(0, MAX_NAME)
    .join('');
  return [name, dates, reference].filter((part) => part !== '').join(', ');
}
