import {
  alternativesWanted,
  childAges,
  hasAgeOfEachChild,
  MAX_ALTERNATIVES,
  ONE_AGE_PER_CHILD,
} from '@lodging/contract-inventory';
import {
  currency,
  email,
  exampleIds,
  exampleWindow,
  instant,
  positiveInteger,
  text,
  uuid,
} from '@lodging/contract-wire';
import { externalReference, metadata } from '@lodging/contract-reservations';
import { z } from 'zod';
import { countFromZero, countFromZeroInQuery, countInQuery } from './paging.ts';

/** The only operation with parameters in snake_case. */
export const availabilityQuery = z.object({
  resource_id: uuid.meta({ description: 'The resource to look at.' }),
  from: instant.meta({ description: 'Where the window begins.' }),
  to: instant.meta({ description: 'Where the window ends.' }),
  party_size: countInQuery.meta({ description: 'How many guests.' }),
  quantity: countInQuery.optional().meta({ description: 'Units of the resource; 1 where it is absent.' }),
  children: countFromZeroInQuery.optional().meta({
    description: 'How many of the guests are children; held against the room type’s limits.',
  }),
  rate_plan_id: uuid.optional().meta({ description: 'The plan; without it any enabled one may accept.' }),
  alternatives: countFromZero(MAX_ALTERNATIVES)
    .optional()
    .meta({
      description: 'How many stays near a refused one are suggested at the most.',
      override: { maximum: MAX_ALTERNATIVES },
    }),
});

export const quoteBody = z
  .object({
    resourceId: uuid,
    from: instant,
    to: instant,
    partySize: positiveInteger,
    quantity: positiveInteger.default(1).meta({ description: 'Units of the resource.' }),
    occupancyChildren: z.int().min(0).optional().meta({
      description: 'How many of the party are children; held against the room type’s limits.',
    }),
    childAges: childAges.optional(),
    ratePlanId: uuid.optional(),
    currency: currency.optional().meta({
      description: 'The currency to show the total in; the reservation stays in the resource’s own.',
    }),
    alternatives: alternativesWanted.optional(),
  })
  .refine(hasAgeOfEachChild, ONE_AGE_PER_CHILD)
  .meta({
    id: 'QuoteRequest',
    description: 'The stay to price. `ratePlanId` exactly where the resource has a room type.',
    example: {
      resourceId: exampleIds.resource,
      ratePlanId: exampleIds.ratePlan,
      ...exampleWindow,
      partySize: 2,
    },
  });

/** A malformed token is `invalid_quote_token`, not `validation_failed`. */
export const holdBody = z
  .object({
    signedQuoteToken: z.string().min(1, 'must not be empty'),
    partySize: positiveInteger.optional().meta({ description: 'If sent, it must be the quote’s.' }),
    metadata: metadata.optional().meta({ description: 'At most 10 keys with a publishable key.' }),
    externalReference: externalReference.optional().meta({ description: 'With a secret key only.' }),
  })
  .meta({
    id: 'HoldRequest',
    description: 'The quote to hold.',
    example: { signedQuoteToken: 'eyJhbGciOiJFZERTQSJ9.eyJxdW90ZSI6Ii4uLiJ9.c2lnbmF0dXJl' },
  });

export const guestCodeBody = z.object({ email }).meta({
  id: 'GuestCodeRequest',
  description: 'Where the code goes.',
  example: { email: 'ada@example.com' },
});

export const guestCodeCheckBody = z.object({ code: text({ max: 100 }), email }).meta({
  id: 'GuestCodeCheck',
  description: 'The code as the guest typed it, and the e-mail address it was sent to.',
  example: { email: 'ada@example.com', code: '042137' },
});

export const paymentIntentBody = z
  .record(z.string(), z.unknown())
  .meta({
    id: 'PaymentIntentRequest',
    description: 'Takes no fields; those that are sent are ignored.',
    example: {},
  })
  .optional();

export const confirmBody = z.object({ guestVerificationToken: z.string() }).meta({
  id: 'ConfirmRequest',
  description: 'The token from verifying the guest’s code.',
  example: { guestVerificationToken: 'eyJhbGciOiJFZERTQSJ9.eyJob2xkIjoiLi4uIn0.c2lnbmF0dXJl' },
});
