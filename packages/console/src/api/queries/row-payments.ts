import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { createSemaphore } from '../semaphore.ts';

const fourAtATime = createSemaphore(4);

/** The money of a row that is seen; read again when the booking changes, or money was received here. */
export function rowPaymentsQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'payments'],
    queryFn: ({ signal }) => fourAtATime(() => lodging.bookings.getPayments(id, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
