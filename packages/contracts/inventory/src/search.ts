import {
  boundedArray,
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  listOf,
  localDate,
  minorUnits,
  positiveInteger,
  rpc,
  shownTranslations,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { alternative } from './alternatives.ts';
import { availabilityReasons, MAX_LISTED_PLANS, displayTotal, resource, resourceKind } from './records.ts';
import { feature } from './setup.ts';
import { childAge } from './stay.ts';

const MAX_FLEXIBLE_DAYS = 62;
const MAX_WORDS = 5;
const MAX_ALTERNATIVES_OF_RESULT = 3;
const MAX_RESULTS = 100;
const DAY_MS = 86_400_000;

const searchedDates = z
  .object({ arrival: localDate, departure: localDate })
  .meta({ description: 'Local dates of each resource, at its check-in and check-out times.' });
const searchedWindow = z
  .object({ from: instant, to: instant })
  .meta({ description: 'In the time zone of each resource, as for availability.' });
const flexibleNights = z.int().min(1).max(30);
const flexible = z
  .object({
    earliest: localDate,
    latest: localDate,
    minNights: flexibleNights,
    maxNights: flexibleNights,
    arrivalWeekdays: boundedArray(z.int().min(1).max(7), { max: 50 })
      .optional()
      .meta({ description: 'Monday is 1.' }),
  })
  .refine(({ earliest, latest }) => earliest < latest, {
    path: ['latest'],
    message: 'must be after earliest',
  })
  .refine(({ earliest, latest }) => Date.parse(latest) - Date.parse(earliest) <= MAX_FLEXIBLE_DAYS * DAY_MS, {
    path: ['latest'],
    message: `must be at most ${MAX_FLEXIBLE_DAYS} days after earliest`,
  })
  .refine(({ minNights, maxNights }) => minNights <= maxNights, {
    path: ['maxNights'],
    message: 'must not be below minNights',
  })
  .meta({
    description: 'All stays with an arrival from `earliest` and a departure until `latest`; lodging only.',
  });

/** Without accents, as the words are looked for: some signs fold to a space. */
function hasFewWords(value: string): boolean {
  const folded = value.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = folded.split(/\s+/).filter((word) => word !== '');
  return words.length >= 1 && words.length <= MAX_WORDS;
}

/** What is searched for; the public body is made of it. */
export const searchFields = {
  dates: searchedDates.optional(),
  window: searchedWindow.optional(),
  flexible: flexible.optional(),
  adults: positiveInteger,
  children: z.int().min(0).optional(),
  childAges: boundedArray(childAge, { max: 1_000 }).optional().meta({
    description: 'One for each of `children`; without `children` the ages also give the number of children.',
  }),
  quantity: positiveInteger.default(1).meta({ description: 'Units of one resource.' }),
  kinds: boundedArray(resourceKind, { max: 100 })
    .optional()
    .meta({
      description:
        'Without it `dates` and `window` search every kind, boats and meeting rooms (`generic`) too; `flexible` is for ' +
        'lodging alone.',
    }),
  roomTypeIds: boundedArray(uuid, { max: 50 }).optional(),
  resourceIds: boundedArray(uuid, { max: 500 }).optional(),
  features: boundedArray(feature, { max: 20 })
    .optional()
    .meta({ description: 'A resource must have all of them.' }),
  text: text({ min: 2, max: 100 })
    .refine(hasFewWords, `must have 1 to ${MAX_WORDS} words`)
    .optional()
    .meta({
      description:
        'Each word must occur in name, slug, description, room type or a feature, in any of their languages; case and ' +
        'accents are ignored.',
    }),
  ratePlanCodes: boundedArray(text({ min: 1, max: 64 }), { max: 20 }).optional(),
  freeCancellation: z
    .boolean()
    .default(false)
    .meta({ description: 'Only offers with free cancellation at this time.' }),
  currency: currency.optional().meta({ description: 'The currency in which totals are shown and compared.' }),
  maxTotalMinorUnits: minorUnits
    .optional()
    .meta({ description: 'The maximum `displayTotal`; needs `currency`.' }),
  plans: z.enum(['cheapest', 'all']).default('cheapest'),
  bookableOnly: z.boolean().default(true),
  alternatives: z.int().min(0).max(MAX_ALTERNATIVES_OF_RESULT).default(0).meta({
    description: 'The maximum number of alternatives for a refused stay.',
  }),
  sort: z.enum(['price', 'price_per_night', 'name', 'created']).default('price'),
  limit: z.int().min(1).max(MAX_RESULTS).default(20),
};

interface Searched {
  readonly dates?: unknown;
  readonly window?: unknown;
  readonly flexible?: unknown;
  readonly children?: number | undefined;
  readonly childAges?: readonly number[] | undefined;
}

/** For `refine`: exactly one way to say when. */
export function hasOneTime({ dates, window, flexible: range }: Searched): boolean {
  return [dates, window, range].filter((time) => time !== undefined).length === 1;
}
export const ONE_TIME = { message: 'must have exactly one of dates, window and flexible' };

export function hasAgeOfEach({ children, childAges }: Searched): boolean {
  return children === undefined || childAges === undefined || childAges.length === children;
}
export const ONE_AGE_OF_EACH = { path: ['childAges'], message: 'must have one age for each of children' };

const offer = z
  .object({
    ratePlanId: uuid.nullable(),
    ratePlanCode: z.string().nullable(),
    name: z.string().nullable(),
    available: z.boolean(),
    reasons: availabilityReasons,
    totalMinorUnits: minorUnits
      .nullable()
      .meta({ description: 'Exactly the total of a quote at this time.' }),
    currency,
    displayTotal: displayTotal.nullable(),
    averageNightMinorUnits: minorUnits.nullable().meta({ description: 'The total per night and unit.' }),
    dueAtPropertyMinorUnits: minorUnits,
    refundability: z.enum(['refundable', 'partially_refundable', 'non_refundable']).nullable(),
    freeUntil: timestamp.nullable().meta({ description: 'The end of free cancellation.' }),
    translations: shownTranslations,
  })
  .meta({
    id: 'Offer',
    description: 'A rate plan for the stay. A plan that refuses it has reasons and no totals.',
    example: {
      ratePlanId: exampleIds.ratePlan,
      ratePlanCode: 'FLEX',
      name: 'Flexible',
      available: true,
      reasons: [],
      totalMinorUnits: '20000',
      currency: 'EUR',
      displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
      averageNightMinorUnits: '10000',
      dueAtPropertyMinorUnits: '0',
      refundability: 'partially_refundable',
      freeUntil: '2027-06-08T15:00:00.000Z',
    },
  });

const foundResource = resource
  .pick({
    id: true,
    kind: true,
    name: true,
    slug: true,
    capacity: true,
    currency: true,
    timezone: true,
    photoUrls: true,
    features: true,
    roomType: true,
  })
  .extend({ translations: shownTranslations })
  .meta({ id: 'FoundResource', description: 'A resource in a search result.' });

const { id, kind, name, slug, capacity, timezone, photoUrls, features, roomType } = exampleOf(
  resource,
) as z.infer<typeof resource>;

export const searchResult = z
  .object({
    resource: foundResource,
    from: timestamp.meta({ description: 'Send it unchanged to a quote.' }),
    to: timestamp,
    nights: z.int().meta({ description: 'For a generic resource: the local days that the stay overlaps.' }),
    available: z.boolean().meta({ description: 'The same as in availability; does not depend on a price.' }),
    reasons: availabilityReasons,
    unitsLeft: z.int(),
    bookable: z.boolean().meta({ description: 'True if there is an offer.' }),
    cheapest: offer.nullable(),
    offers: listOf(offer, MAX_LISTED_PLANS).meta({
      description: 'With `plans: all`: all enabled plans, by code.',
    }),
    problems: listOf(z.enum(['no_pricing_rule', 'party_not_divisible', 'fx_rate_unavailable']), 2),
    alternatives: listOf(alternative, MAX_ALTERNATIVES_OF_RESULT).meta({
      description: 'Empty when available.',
    }),
  })
  .meta({
    id: 'SearchResult',
    description: 'A resource with its best stay for the search.',
    example: {
      resource: { id, kind, name, slug, capacity, currency: 'EUR', timezone, photoUrls, features, roomType },
      ...exampleWindow,
      nights: 2,
      available: true,
      reasons: [],
      unitsLeft: 1,
      bookable: true,
      cheapest: exampleOf(offer),
      offers: [],
      problems: [],
      alternatives: [],
    },
  });

/** What a page of results has beside its cursor. */
export const searchPageFields = {
  asOf: timestamp.meta({ description: 'The time to which all values on the page refer.' }),
  evaluated: z.int().meta({ description: 'The number of resources evaluated for this page.' }),
  results: listOf(searchResult, MAX_RESULTS),
};

/**
 * Every stay that is found agrees with find-availability, every total with price-stay. `after` is the position of an earlier
 * answer to the same search. `search_too_broad` has the fields `candidates`, `work` (nights times plans) and `most`.
 */
export const searchStays = rpc({
  context: 'inventory',
  name: 'search-stays',
  request: z.object({ ...searchFields, after: z.string().nullable() }),
  response: z.object({
    ...searchPageFields,
    nextAfter: z.string().nullable(),
  }),
  refusals: ['invalid_cursor', 'invalid_window', 'search_too_broad', 'currency_required'],
  idempotent: true,
});
export type SearchStaysRequest = z.infer<typeof searchStays.request>;
