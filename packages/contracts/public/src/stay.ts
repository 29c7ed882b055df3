import { currency, email, instant, positiveInteger, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { countInQuery } from './paging.ts';

/** The one operation whose names are snake_case. */
export const availabilityQuery = z.object({
  resource_id: uuid,
  from: instant,
  to: instant,
  party_size: countInQuery,
});

export const quoteBody = z.object({
  resourceId: uuid,
  from: instant,
  to: instant,
  partySize: positiveInteger,
  quantity: positiveInteger.default(1),
  ratePlanId: uuid.optional(),
  /** The display currency; a reservation is always in the resource's own. */
  currency: currency.optional(),
});

/** A text that is no token of ours is `invalid_quote_token`, so the shape asks for a text alone. */
export const holdBody = z.object({
  signedQuoteToken: z.string().min(1, 'must not be empty'),
  partySize: positiveInteger.optional(),
});

export const guestCodeBody = z.object({ email });

export const guestCodeCheckBody = z.object({ code: text({ max: 100 }), email });

/** Takes no fields: nothing at all, or any object. */
export const paymentIntentBody = z.record(z.string(), z.unknown()).optional();

export const confirmBody = z.object({ guestVerificationToken: z.string() });
