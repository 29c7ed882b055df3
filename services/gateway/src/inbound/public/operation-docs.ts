import type { z } from 'zod';

export const TAGS = {
  Availability: 'Availability, prices and search.',
  'Guest stay': 'From the quote to the confirmed booking: hold, e-mail code, payment, confirmation.',
  'Guest self-service': 'The booking of a guest, with the token of a link: see it, pay it, cancel it.',
  Blocks: 'Units off sale, and what takes units.',
  Bookings: 'Bookings, for an operator’s own system.',
  Guests: 'Profiles of guests: merge, export, erasure.',
  Money: 'Payments, refunds, revenue and occupancy.',
  Rates: 'Rate plans, prices, restrictions, taxes and cancellation policies.',
  Channels: 'Calendar import and export: feeds, connections and conflicts.',
  Events: 'Webhook endpoints, their deliveries, and the event log.',
  Mails: 'Mails to guests: settings, templates, and what was sent.',
  Setup: 'Resources and room types.',
  Service: 'Health check, public signing keys and operator sessions.',
} as const;

/** The documentation of an operation that does not follow from its route and its shapes. */
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
  /** A success is an attachment, or 202 with this shape where it has to be fetched. */
  readonly accepted?: { readonly shape: z.ZodType; readonly description: string };
  /** `If-Match` is honoured with 412. */
  readonly ifMatch?: true;
  readonly lastModified?: true;
}
