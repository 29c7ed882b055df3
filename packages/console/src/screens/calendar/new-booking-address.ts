import { writeSearch } from '../../app/search.ts';
import type { Nights } from '../../domain/calendar/chart-window.ts';

/** Where the desk makes a booking of these nights. */
export function newBookingAddress(resourceId: string, { from, to }: Nights): string {
  return `/console/new-booking${writeSearch({ resource: resourceId, arrival: from, departure: to })}`;
}
