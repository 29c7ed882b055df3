import {
  currency,
  exampleIds,
  exampleOf,
  exampleWindow,
  instant,
  localDate,
  minorUnits,
  positiveInteger,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { alternative } from './alternatives.ts';
import { availabilityReason, displayTotal, resource, resourceKind } from './records.ts';
import { feature } from './setup.ts';
import { childAge } from './stay.ts';

const MAX_FLEXIBLE_DAYS = 62;
const MAX_WORDS = 5;
const DAY_MS = 86_400_000;

const searchedDates = z
  .object({ arrival: localDate, departure: localDate })
  .meta({ description: 'Local dates of each resource, at its check-in and check-out times.' });
const searchedWindow = z
  .object({ from: instant, to: instant })
  .meta({ description: 'Read in the time zone of each resource, as availability does.' });
const flexibleNights = z.int().min(1).max(30);
const flexible = z
  .object({
    earliest: localDate,
    latest: localDate,
    minNights: flexibleNights,
    maxNights: flexibleNights,
    arrivalWeekdays: z.array(z.int().min(1).max(7)).max(50).optional().meta({ description: 'Monday is 1.' }),
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
    description: 'Every arrival from `earliest` with a departure not after `latest`; lodging alone.',
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
  childAges: z.array(childAge).max(1_000).optional().meta({
    description: 'One for each of `children`; without `children` it tells how many they are.',
  }),
  quantity: positiveInteger.default(1).meta({ description: 'Units of one resource.' }),
  kinds: z.array(resourceKind).max(100).optional(),
  roomTypeIds: z.array(uuid).max(50).optional(),
  resourceIds: z.array(uuid).max(500).optional(),
  features: z.array(feature).max(20).optional().meta({ description: 'A resource has all of them.' }),
  text: text({ min: 2, max: 100 }).refine(hasFewWords, `must have 1 to ${MAX_WORDS} words`).optional().meta({
    description:
      'Each word is contained, without case and accents, in name, slug, description, room type or a feature.',
  }),
  ratePlanCodes: z
    .array(text({ min: 1, max: 64 }))
    .max(20)
    .optional(),
  freeCancellation: z
    .boolean()
    .default(false)
    .meta({ description: 'Only offers that cost nothing to cancel now.' }),
  currency: currency.optional().meta({ description: 'In which totals are shown and compared.' }),
  maxTotalMinorUnits: minorUnits.optional().meta({ description: 'Of `displayTotal`; needs `currency`.' }),
  plans: z.enum(['cheapest', 'all']).default('cheapest'),
  bookableOnly: z.boolean().default(true),
  alternatives: z.int().min(0).max(3).default(0).meta({
    description: 'How many stays near a refused one are suggested at the most.',
  }),
  sort: z.enum(['price', 'price_per_night', 'name', 'created']).default('price'),
  limit: z.int().min(1).max(100).default(20),
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
    reasons: z.array(availabilityReason),
    totalMinorUnits: minorUnits.nullable().meta({ description: 'To the minor unit that of a quote now.' }),
    currency,
    displayTotal: displayTotal.nullable(),
    averageNightMinorUnits: minorUnits.nullable().meta({ description: 'The total per night and unit.' }),
    dueAtPropertyMinorUnits: minorUnits,
    refundability: z.enum(['refundable', 'partially_refundable', 'non_refundable']).nullable(),
    freeUntil: timestamp.nullable().meta({ description: 'Until when it costs nothing to cancel.' }),
  })
  .meta({
    id: 'Offer',
    description: 'A rate plan for the stay. One that refuses it has its reasons and no totals.',
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
  .meta({ id: 'FoundResource', description: 'What a search shows of a resource.' });

const { id, kind, name, slug, capacity, timezone, photoUrls, features, roomType } = exampleOf(
  resource,
) as z.infer<typeof resource>;

export const searchResult = z
  .object({
    resource: foundResource,
    from: timestamp.meta({ description: 'To be sent to a quote as it is.' }),
    to: timestamp,
    nights: z.int().meta({ description: 'Of a generic resource the local days that it touches.' }),
    available: z.boolean().meta({ description: 'As availability answers, price or not.' }),
    reasons: z.array(availabilityReason),
    unitsLeft: z.int(),
    bookable: z.boolean().meta({ description: 'There is an offer.' }),
    cheapest: offer.nullable(),
    offers: z.array(offer).meta({ description: 'With `plans: all` every enabled plan, by code.' }),
    problems: z.array(z.enum(['no_pricing_rule', 'fx_rate_unavailable'])),
    alternatives: z.array(alternative).meta({ description: 'Empty when available.' }),
  })
  .meta({
    id: 'SearchResult',
    description: 'A resource for the best of the stays that were searched for.',
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
  asOf: timestamp.meta({ description: 'The moment for which everything on the page holds.' }),
  evaluated: z.int().meta({ description: 'How many resources were looked at for this page.' }),
  results: z.array(searchResult),
};

/**
 * Every stay that is found agrees with find-availability, every total with price-stay. `after` is the position of an earlier
 * answer to the same search. `search_too_broad` has the fields `candidates`, `work` and `most`.
 */
export const searchStays = rpc({
  context: 'inventory',
  name: 'search-stays',
  request: z.object({ ...searchFields, after: z.string().nullable() }),
  response: z.object({
    ...searchPageFields,
    nextAfter: z.string().nullable(),
    /** Windows times plans that were judged. */
    work: z.int(),
  }),
  refusals: ['invalid_cursor', 'invalid_window', 'search_too_broad', 'currency_required'],
  idempotent: true,
});
export type SearchStaysRequest = z.infer<typeof searchStays.request>;
