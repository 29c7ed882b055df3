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

/** What the OpenAPI document says of an operation beyond what follows from its route and its shapes. */
export interface OperationDocs {
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** The shape of a success where `toResponse` of the route rewrites the response of the operation. */
  readonly response?: z.ZodType;
  /** The description of 200 on a route that creates with 201 and may respond with what exists already. */
  readonly existing?: string;
  /** The response has an ETag, and `If-None-Match` is honoured with 304. */
  readonly etag?: true;
  /** `If-Match` is honoured with 412. */
  readonly ifMatch?: true;
  readonly lastModified?: true;
}
