import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 20;
export const LARGEST_PAGE_SIZE = 100;

/** A query value is text; a count in it is written in digits, and no other notation of a number is read. */
function count(largest: number) {
  return z
    .string()
    .regex(/^[1-9]\d*$/, 'must be a positive integer written in digits')
    .transform(Number)
    .refine((value) => value <= largest, `must be at most ${largest}`);
}

/** `cursor` is opaque: whether it is one of ours is `invalid_cursor`, not a matter of shape. */
export const pageQuery = z.object({
  cursor: z.string().optional(),
  limit: count(LARGEST_PAGE_SIZE).optional().default(DEFAULT_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuery>;

export const countInQuery = count(Number.MAX_SAFE_INTEGER);
