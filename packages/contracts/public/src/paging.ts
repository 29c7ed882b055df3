import { WHOLE_LIST } from '@lodging/contract-inventory';
import { exampleIds, exampleOf, listOf, uuid } from '@lodging/contract-wire';
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
  cursor: z.string().optional().meta({ description: '`nextCursor` of the previous page.' }),
  limit: count(MAX_PAGE_SIZE)
    .optional()
    .default(DEFAULT_PAGE_SIZE)
    .meta({
      description: 'The maximum number of entries.',
      override: { maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
    }),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Of a list that is read whole, unless it is larger than an answer may be. */
export const wholeListQuery = pageQuery.extend({
  limit: count(WHOLE_LIST)
    .optional()
    .default(WHOLE_LIST)
    .meta({
      description: 'The maximum number of entries; default: as many as fit in a response.',
      override: { maximum: WHOLE_LIST, default: undefined },
    }),
});

export const countInQuery = count(Number.MAX_SAFE_INTEGER);
/** A whole number from 0 on. */
export function countFromZero(max: number) {
  return whole(/^(0|[1-9]\d*)$/, 'must be a whole number written in digits', 0, max);
}
export const countFromZeroInQuery = countFromZero(Number.MAX_SAFE_INTEGER);

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'The `cursor` of the next page; null on the last page.' });

/** The response of a list. The services answer with the position of the last row; the gateway seals it as `nextCursor`. */
export function listPage<Item extends z.ZodType>(
  name: string,
  item: Item,
  { id, description }: { id: string; description: string },
) {
  return z
    .object({ [name]: listOf(item, MAX_PAGE_SIZE), nextCursor })
    .meta({ id, description, example: { [name]: [exampleOf(item)], nextCursor: null } });
}

/** The same of what belongs to one resource. */
export function resourceListPage<Item extends z.ZodType>(
  name: string,
  item: Item,
  { id, description }: { id: string; description: string },
) {
  const example = { resourceId: exampleIds.resource, [name]: [exampleOf(item)], nextCursor: null };
  return z
    .object({ resourceId: uuid, [name]: listOf(item, WHOLE_LIST), nextCursor })
    .meta({ id, description, example });
}

/** Words of a query between commas; each counts once. */
export function commaList<Word extends string>({ options }: { readonly options: readonly Word[] }) {
  const word = `(?:${options.join('|')})`;
  return z
    .string()
    .regex(
      new RegExp(`^${word}(?:,${word}){0,${options.length - 1}}$`),
      `must be of ${options.join(', ')}, several between commas`,
    )
    .transform((text) => [...new Set(text.split(','))] as Word[]);
}
