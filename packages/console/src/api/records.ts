import type { Booking, BookingWithTerms, components } from '@lodging/client';

/** A row of the list of bookings. */
export type BookingRow = Booking & {
  readonly balanceState?: BookingWithTerms['balanceState'];
  readonly dueAtPropertyMinorUnits?: string;
};
export type OneBooking = BookingWithTerms;
export type Payments = components['schemas']['BookingPayments'];
export type Preview = components['schemas']['CancellationPreview'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type BillLine = components['schemas']['BillLine'];
export type Policy = components['schemas']['SoldCancellationPolicy'];
export type Penalty = components['schemas']['Penalty'];
export type ResourceRecord = components['schemas']['Resource'];
export type Occupancy = components['schemas']['Occupancy'];
export type OccupancyEntry = components['schemas']['OccupancyEntry'];
export type ChangeQuote = components['schemas']['ChangeQuote'];
export type StayChange = components['schemas']['StayChange'];
export type Alternative = components['schemas']['Alternative'];
export type ChangeRequest = components['schemas']['ChangeQuoteRequest'];
