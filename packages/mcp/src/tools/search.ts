import type { components } from '@lodging/client';
import { z } from 'zod';
import { alternative, alternativesText, toAlternative } from '../alternatives.ts';
import { alternatives, childAges, currency, date, defined, guests, minorUnits, quantity } from '../fields.ts';
import { money, moneyText, toMoneyOrNull } from '../money.ts';
import { defineTool } from '../tool.ts';

const input = z.object({
  dates: z.object({ arrival: date, departure: date }).optional().describe('Fixed local dates.'),
  flexible: z
    .object({
      earliest: date,
      latest: date,
      minNights: z.int().min(1).max(366),
      maxNights: z.int().min(1).max(366),
      arrivalWeekdays: z.array(z.int().min(1).max(7)).max(7).optional().describe('Monday is 1.'),
    })
    .optional()
    .describe('Any arrival from `earliest` with a departure not after `latest`.'),
  adults: guests,
  childAges: childAges.optional().describe('One age for each child.'),
  quantity,
  kinds: z
    .array(z.enum(['hotel_room', 'apartment', 'villa', 'generic']))
    .max(4)
    .default(['hotel_room', 'apartment', 'villa'])
    .describe(
      'Lodging alone by default; `generic` is what is rented besides, such as boats and meeting rooms.',
    ),
  features: z.array(z.string().min(1).max(64)).max(20).optional().describe('A resource has all of them.'),
  text: z.string().min(2).max(100).optional().describe('Words in name, description, room type or feature.'),
  freeCancellation: z.boolean().optional().describe('Only offers that cost nothing to cancel now.'),
  currency: currency.optional().describe('In which totals are compared.'),
  maxTotalMinorUnits: minorUnits.optional().describe('In minor units of `currency`.'),
  alternatives,
  limit: z.int().min(1).max(20).default(5),
  cursor: z.string().max(4_000).optional().describe('`nextCursor` of the page before.'),
});

const result = z.object({
  resourceId: z.string(),
  name: z.string(),
  kind: z.string(),
  roomType: z.string().nullable(),
  timezone: z.string(),
  features: z.array(z.string()),
  from: z.string().describe('Send it to quote as it is.'),
  to: z.string(),
  nights: z.number(),
  bookable: z.boolean(),
  reasons: z.array(z.string()),
  ratePlanId: z.string().nullable(),
  ratePlan: z.string().nullable(),
  total: money.nullable(),
  dueAtProperty: money.nullable(),
  refundability: z.string().nullable(),
  freeCancellationUntil: z.string().nullable(),
  alternatives: z.array(alternative),
});

export const search = defineTool({
  name: 'search',
  title: 'Search for a stay',
  description:
    'Finds places that are free, with the cheapest price of each. Send exactly one of `dates` and `flexible`. ' +
    'Nothing is held.',
  keys: 'any',
  annotations: { readOnlyHint: true },
  input,
  output: z.object({ results: z.array(result), nextCursor: z.string().nullable() }),
  async call({ flexible, ...rest }, { lodging, signal }) {
    const request = defined({ ...rest, flexible: flexible && defined(flexible) });
    const page = await lodging.search(request, { signal });
    const results = page.results.map(toResult);
    const lines = results.map(
      ({ name, from, to, total, alternatives: near }) =>
        `${name}, ${from} to ${to}: ${total === null ? 'not free' : moneyText(total)}.${alternativesText(near)}`,
    );
    return {
      structured: { results, nextCursor: page.nextCursor },
      text: lines.length === 0 ? 'Nothing was found.' : lines.join('\n'),
    };
  },
});

function toResult(found: components['schemas']['SearchResult']): z.output<typeof result> {
  const { resource, from, to, nights, bookable, reasons, cheapest } = found;
  return {
    resourceId: resource.id,
    name: resource.name,
    kind: resource.kind,
    roomType: resource.roomType?.name ?? null,
    timezone: resource.timezone,
    features: resource.features,
    from,
    to,
    nights,
    bookable,
    reasons,
    ratePlanId: cheapest?.ratePlanId ?? null,
    ratePlan: cheapest?.name ?? null,
    total: toMoneyOrNull(cheapest?.totalMinorUnits ?? null, resource.currency),
    dueAtProperty: toMoneyOrNull(cheapest?.dueAtPropertyMinorUnits ?? null, resource.currency),
    refundability: cheapest?.refundability ?? null,
    freeCancellationUntil: cheapest?.freeUntil ?? null,
    alternatives: found.alternatives.map(toAlternative),
  };
}
