import { z } from 'zod';

/** The patterns of Zod are long, and a model reads every schema: the format says the same. */
const pattern = undefined;

export const id = z.uuid().meta({ pattern });
export const instant = z.iso.datetime({ offset: true }).max(40).meta({
  pattern,
  description: 'Time with an offset, such as 2027-06-10T15:00:00Z. Take it from a search result as it is.',
});
export const date = z.iso.date().meta({ pattern });
export const email = z.email().max(254).meta({ pattern });
export const language = z
  .string()
  .min(1)
  .max(100)
  .describe('The language of the guest as a tag, such as de-AT: of the message, and of later mails.');
/** One line each, but for the message; the API says what else it refuses. */
export const guest = z
  .object({
    name: z.string().min(1).max(200).optional(),
    phone: z.string().min(1).max(50).optional(),
    arrivalTime: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional()
      .describe('HH:MM at the property.'),
    message: z.string().min(1).max(1_000).optional().describe('To the property.'),
  })
  .describe('What the guest has said for this stay; never make it up.');
export const guests = z.int().min(1).max(100);
export const quantity = z.int().min(1).max(100).optional().describe('Units of the resource; 1 where absent.');
export const childAges = z.array(z.int().min(0).max(17)).max(50);
export const currency = z.string().regex(/^[A-Z]{3}$/);
export const minorUnits = z.string().regex(/^\d{1,18}$/);
export const ratePlanId = id
  .nullable()
  .optional()
  .describe('Needed where the resource has a room type; take it from a search result.');
export const alternatives = z
  .int()
  .min(0)
  .max(10)
  .default(3)
  .describe('How many free stays near a refused one are suggested at the most.');

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the members that are undefined, which the types of the client do not take. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
