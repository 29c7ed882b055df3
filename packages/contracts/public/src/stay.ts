import {
  alternativesWanted,
  childAges,
  hasAgeOfEachChild,
  MAX_ALTERNATIVES,
  ONE_AGE_PER_CHILD,
} from '@lodging/contract-inventory';
import {
  boundedRecord,
  currency,
  email,
  exampleIds,
  exampleWindow,
  instant,
  positiveInteger,
  text,
  uuid,
} from '@lodging/contract-wire';
import { externalReference, guestOfCode, language, metadata } from '@lodging/contract-reservations';
import { z } from 'zod';
import { countFromZero, countFromZeroInQuery, countInQuery } from './paging.ts';

/** The only operation with parameters in snake_case. */
export const availabilityQuery = z.object({
  resource_id: uuid.meta({ description: 'The resource.' }),
  from: instant.meta({ description: 'The start of the window.' }),
  to: instant.meta({ description: 'The end of the window.' }),
  party_size: countInQuery.meta({ description: 'The number of guests.' }),
  quantity: countInQuery.optional().meta({ description: 'Units of the resource; default: 1.' }),
  children: countFromZeroInQuery.optional().meta({
    description: 'The number of children among the guests; checked against the limits of the room type.',
  }),
  rate_plan_id: uuid.optional().meta({ description: 'The plan; default: any enabled plan.' }),
  alternatives: countFromZero(MAX_ALTERNATIVES)
    .optional()
    .meta({
      description: 'The maximum number of alternatives for a refused stay.',
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
      description: 'The number of children in the party; checked against the limits of the room type.',
    }),
    childAges: childAges.optional(),
    ratePlanId: uuid.optional(),
    currency: currency.optional().meta({
      description: 'The display currency; the booking is in the currency of the resource.',
    }),
    alternatives: alternativesWanted.optional(),
  })
  .refine(hasAgeOfEachChild, ONE_AGE_PER_CHILD)
  .meta({
    id: 'QuoteRequest',
    description:
      'The stay to price. `ratePlanId` is required if the resource has a room type, and otherwise not allowed.',
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
    partySize: positiveInteger
      .optional()
      .meta({ description: 'If sent, it must equal the party size of the quote.' }),
    metadata: metadata.optional().meta({ description: 'At most 10 keys with a publishable key.' }),
    externalReference: externalReference.optional().meta({ description: 'With a secret key only.' }),
  })
  .meta({
    id: 'HoldRequest',
    description: 'The quote to hold.',
    example: { signedQuoteToken: 'eyJhbGciOiJFZERTQSJ9.eyJxdW90ZSI6Ii4uLiJ9.c2lnbmF0dXJl' },
  });

export const guestCodeBody = z
  .object({
    email,
    language: language.optional().meta({
      description:
        'A language tag of BCP 47: of the mail, and of the booking once the code is verified. The mail is in English, ' +
        'German, French or Spanish; without a language of these, in the best of `Accept-Language`, else in English.',
    }),
  })
  .meta({
    id: 'GuestCodeRequest',
    description: 'The recipient of the code.',
    example: { email: 'ada@example.com', language: 'de' },
  });

export const guestCodeCheckBody = z
  .object({ code: text({ max: 100 }), email, guest: guestOfCode.optional() })
  .meta({
    id: 'GuestCodeCheck',
    description: 'The code entered by the guest, its e-mail address, and what else the guest says.',
    example: {
      email: 'ada@example.com',
      code: '042137',
      guest: { name: 'Ada Lovelace', arrivalTime: '21:30' },
    },
  });

export const paymentIntentBody = boundedRecord(z.string(), z.unknown(), 50)
  .meta({
    id: 'PaymentIntentRequest',
    description: 'No fields; fields in the request are ignored.',
    example: {},
  })
  .optional();

export const confirmBody = z.object({ guestVerificationToken: z.string() }).meta({
  id: 'ConfirmRequest',
  description: 'The token returned by the verification of the guest’s code.',
  example: { guestVerificationToken: 'eyJhbGciOiJFZERTQSJ9.eyJob2xkIjoiLi4uIn0.c2lnbmF0dXJl' },
});
