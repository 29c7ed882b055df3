import type { components } from '@lodging/client';

/** Records of the API, as the client has them from the API document. Amounts are minor units as strings, instants ISO strings. */
type Records = components['schemas'];

export type Reason = Records['AvailabilityReason'];
export type Amount = Records['DisplayTotal'];
export type Offer = Records['Offer'];
export type Alternative = Records['Alternative'];
export type SearchResult = Records['SearchResult'];
export type SearchPage = Records['SearchPage'];
export type CalendarDay = Records['CalendarDay'];
export type Calendar = Records['Calendar'];
export type Resource = Records['Resource'];
export type ResourcePage = Records['ResourcePage'];
export type PriceBreakdown = Records['PriceBreakdown'];
export type Quote = Records['Quote'];
export type Hold = Records['Reservation'];

/** A refusal of the API (problem+json), or that there was no answer: the codes of the client. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly reasons: readonly Reason[];
  readonly alternatives: readonly Alternative[];
  readonly missingDates: readonly string[];
}
