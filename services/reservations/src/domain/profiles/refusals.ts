import { refuse } from '@lodging/kernel';

export const guestNotFound = () => refuse('guest_not_found', 'There is no such guest.');
export const guestErased = () => refuse('guest_erased', 'The guest was erased.');
export const mergesItself = () =>
  refuse('validation_failed', 'The request is invalid at /from.', {
    errors: [{ pointer: '/from', message: 'must be another guest' }],
  });
export const tooManyStays = (limit: number) =>
  refuse('limit_reached', `The guest has more than ${limit} bookings.`, { limit });

/** An answer names no more of the bookings in the way. */
const NAMED_STAYS = 100;

export const guestHasOpenStays = (reservationIds: readonly string[]) =>
  refuse('guest_has_open_stays', 'Bookings of the guest are open, or money of them is.', {
    reservationIds: reservationIds.slice(0, NAMED_STAYS),
  });
