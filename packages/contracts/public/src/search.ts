import {
  hasAgeOfEach,
  hasOneTime,
  ONE_AGE_OF_EACH,
  ONE_TIME,
  searchFields,
  searchPageFields,
  searchResult,
} from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { z } from 'zod';
import { nextCursor } from './paging.ts';

export const searchBody = z
  .object({
    ...searchFields,
    cursor: z.string().optional().meta({ description: '`nextCursor` of the previous page.' }),
  })
  .refine(hasOneTime, ONE_TIME)
  .refine(hasAgeOfEach, ONE_AGE_OF_EACH)
  .meta({
    id: 'SearchRequest',
    description: 'Exactly one of `dates`, `window` and `flexible`, and the guests.',
    example: {
      dates: { arrival: '2027-06-10', departure: '2027-06-12' },
      adults: 2,
      features: ['lake_view'],
      freeCancellation: true,
    },
  });

export const searchResponse = z.object({ ...searchPageFields, nextCursor }).meta({
  id: 'SearchPage',
  description: 'A page of resources.',
  example: {
    asOf: '2027-06-01T09:00:00.000Z',
    evaluated: 12,
    results: [exampleOf(searchResult)],
    nextCursor: null,
  },
});
export type SearchPage = z.infer<typeof searchResponse>;
