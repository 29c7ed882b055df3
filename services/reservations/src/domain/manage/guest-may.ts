import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { ChangedField } from '../stay/stay-of-change.ts';

/** What the tenant allows to guests, or what a guest may do with a booking now. */
export interface GuestMay {
  readonly cancel: boolean;
  readonly changeDates: boolean;
  readonly pay: boolean;
}

export interface ManagedState {
  /** The booking can be cancelled, and a policy says what that costs. */
  readonly isCancellable: boolean;
  /** The state allows other dates, and no change awaits its payment. */
  readonly isChangeable: boolean;
  /** The state allows a payment, and there is something to pay. */
  readonly isPayable: boolean;
}

export function mayOf(allowed: GuestMay, { isCancellable, isChangeable, isPayable }: ManagedState): GuestMay {
  return {
    cancel: allowed.cancel && isCancellable,
    changeDates: allowed.changeDates && isChangeable,
    pay: allowed.pay && isPayable,
  };
}

export const guestMayNot = (detail: string) => refuse('guest_may_not', detail);
export const mayNotCancel = () => guestMayNot('Guests of this property do not cancel by themselves.');
export const mayNotCancelWithoutPolicy = () =>
  guestMayNot('The booking has no cancellation policy: the property cancels it.');
export const mayNotChange = () => guestMayNot('Guests of this property do not change dates by themselves.');
export const mayNotPay = () => guestMayNot('Guests of this property do not pay by themselves.');

const FIELDS_OF_DATES: readonly ChangedField[] = ['from', 'to', 'totalMinorUnits'];

/** The change may have been quoted for the desk, which may change more. */
export function checkDatesAlone(fields: readonly ChangedField[]): Result<void> {
  const isOfDates = fields.every((field) => FIELDS_OF_DATES.includes(field));
  return isOfDates ? ok(undefined) : guestMayNot('Guests change the dates of their stay alone.');
}
