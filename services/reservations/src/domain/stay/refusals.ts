import { refuse } from '@lodging/kernel';

/** The same for an unknown hold, another tenant's and a pending one. */
export const holdNotFound = () => refuse('hold_not_found', 'There is no such hold.');
export const holdNotHeld = () => refuse('hold_not_held', 'The hold is no longer active.');
export const guestEmailMismatch = () =>
  refuse(
    'guest_email_mismatch',
    'The booking has another e-mail address; a publishable key may not change it.',
  );
export const notConfirmable = () => refuse('not_confirmable', 'The reservation can no longer be confirmed.');
export const paymentRequired = () => refuse('payment_required', 'The hold has no successful payment.');
export const notHoldable = () => refuse('reservation_not_holdable', 'The reservation is no longer held.');
export const alreadyPaid = () => refuse('already_paid', 'The reservation is already paid.');
/** Payment providers refuse an amount of zero; such a stay is confirmed without a payment. */
export const nothingToPay = () =>
  refuse('already_paid', 'The stay is free of charge; confirm it without a payment.');
export const bookingConflict = () => refuse('booking_conflict', 'The units are already held or booked.');
export const paymentSetupFailed = () =>
  refuse(
    'payment_setup_failed',
    'The payment could not be set up. Nothing was booked; the Idempotency-Key may be reused.',
  );
export const bookingNotFound = () => refuse('booking_not_found', 'There is no such booking.');
