import { z } from 'zod';

/** The largest page of a whole list: everything that it may have. */
export const WHOLE_LIST = 20_000;

/** The request of a list that is read whole, unless it is larger than an answer may be. */
export const continued = {
  after: z.string().nullable().optional(),
  limit: z.int().min(1).max(WHOLE_LIST).optional(),
};

/** Where such a list continues. */
export const continuation = { nextAfter: z.string().nullable() };
