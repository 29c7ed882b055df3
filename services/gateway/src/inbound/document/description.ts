import type { z } from 'zod';

export const TAGS = {
  Availability: 'What is free, and what it costs.',
  'Guest stay': 'From the quote to the confirmed booking: hold, e-mail code, payment, confirmation.',
  Bookings: 'What an operator’s own system does with bookings.',
  Money: 'Refunds, revenue and occupancy.',
  Rates: 'Rate plans, prices and restrictions, date by date.',
  Channels: 'Calendars in and out: feeds, connections to other calendars, and the conflicts they bring.',
  Events: 'What webhook endpoints are sent, the endpoints themselves, and the log of events.',
  Setup: 'What the operator sells: resources and room types.',
  Service: 'The service itself: is it there, with which keys it signs, and sessions of operators.',
} as const;

export interface Described {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** Where it is not the response of the operation behind it. */
  readonly answer?: z.ZodType;
  /** What 200 says where the row's own status is 201 and something may be there already. */
  readonly already?: string;
  /** Carries an ETag and answers If-None-Match with 304. */
  readonly tagged?: true;
  /** Says when the answer last changed. */
  readonly dated?: true;
  /** Of the parameters whose common words do not fit. */
  readonly parameters?: Readonly<Record<string, string>>;
}
