import { queryOptions } from '@tanstack/react-query';
import { isUuid } from '../../domain/booking-number.ts';
import { codeOf, lodging } from '../lodging.ts';
import type { BookingRow } from '../records.ts';
import { readBookings } from './bookings.ts';

const MOST = 8;

export function findBookings(text: string) {
  return queryOptions({
    queryKey: ['find', text],
    queryFn: async ({ signal }): Promise<readonly BookingRow[]> => {
      if (!isUuid(text))
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
