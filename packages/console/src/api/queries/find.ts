import { queryOptions } from '@tanstack/react-query';
import { codeOf, lodging } from '../lodging.ts';
import type { BookingRow } from '../records.ts';
import { readBookings } from './bookings.ts';

const MOST = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function findBookings(text: string) {
  return queryOptions({
    queryKey: ['find', text],
    queryFn: async ({ signal }): Promise<readonly BookingRow[]> => {
      if (!UUID.test(text))
        return (await readBookings({ q: text, limit: MOST, order: 'desc' }, signal)).bookings;
      try {
        return [await lodging.bookings.get(text, { signal })];
      } catch (error) {
        if (codeOf(error) === 'booking_not_found') return [];
        throw error;
      }
    },
    staleTime: 0,
    // Nothing of a guest stays in memory once the dialog is closed.
    gcTime: 0,
  });
}
