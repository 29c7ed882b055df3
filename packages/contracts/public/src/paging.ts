import { exampleOf } from '@lodging/contract-wire';
import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** A whole number in a query: decimal digits, no other notation of a number. */
function whole(form: RegExp, message: string, minimum: number, max: number) {
  return z
    .string()
    .regex(form, message)
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`)
    .meta({ type: 'integer', pattern: undefined, minimum });
}

function count(max: number) {
  return whole(/^[1-9]\d*$/, 'must be a positive integer written in digits', 1, max);
}

/** `cursor` is opaque: one that this list did not issue is `invalid_cursor`, not `validation_failed`. */
export const pageQuery = z.object({
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before.' }),
  limit: count(MAX_PAGE_SIZE)
    .optional()
    .default(DEFAULT_PAGE_SIZE)
    .meta({
      description: 'How many at the most.',
      override: { maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
    }),
});
export type PageQuery = z.infer<typeof pageQuery>;

export const countInQuery = count(Number.MAX_SAFE_INTEGER);
/** A whole number from 0 on. */
export function countFromZero(max: number) {
  return whole(/^(0|[1-9]\d*)$/, 'must be a whole number written in digits', 0, max);
}
export const countFromZeroInQuery = countFromZero(Number.MAX_SAFE_INTEGER);

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as `cursor` to get the next page; null on the last one.' });

/** The response of a list. The services answer with the position of the last row; the gateway seals it as `nextCursor`. */
export function listPage<Item extends z.ZodType>(
  name: string,
  item: Item,
  { id, description }: { id: string; description: string },
) {
  return z
    .object({ [name]: z.array(item), nextCursor })
    .meta({ id, description, example: { [name]: [exampleOf(item)], nextCursor: null } });
}
