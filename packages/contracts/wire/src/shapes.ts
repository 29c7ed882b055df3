import { z } from 'zod';
import { beginsWithDay, twoDigits } from './digits.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const NO_INSTANT = 'must be an RFC 3339 date-time with a time zone, in the years 1900 to 9999';
const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');
const LATEST = Temporal.Instant.from('9999-12-31T00:00:00Z');

// In the OpenAPI document the format in the metadata replaces the pattern or the length that validates.

/** A UUID of any version, normalised to lower case. */
export const uuid = z
  .string()
  .regex(UUID, 'must be a UUID')
  .overwrite((text) => text.toLowerCase())
  .meta({ format: 'uuid', pattern: undefined });

/** Text that Postgres can store: no NUL (error 22021), no lone surrogate (22P02). */
export function text(bounds: { min?: number; max: number }) {
  return z
    .string()
    .min(bounds.min ?? 0)
    .max(bounds.max)
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'must not hold NUL or lone surrogates',
    );
}

/** The common form of an instant: UTC, to the second or the millisecond, in a year within the bounds. */
const PLAIN = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

/** Reads the common form by its digits, many times as fast as `Temporal` and `Date`. */
function plainInstant(value: string): string | undefined {
  if (!PLAIN.test(value) || !beginsWithDay(value)) return undefined;
  if (twoDigits(value, 11) > 23 || twoDigits(value, 14) > 59 || twoDigits(value, 17) > 59) return undefined;
  return value.includes('.') ? value : `${value.slice(0, -1)}.000Z`;
}

function canonicalInstant(value: string): string | undefined {
  if (!RFC_3339.test(value)) return undefined;
  try {
    const instant = Temporal.Instant.from(value);
    const tooEarly = Temporal.Instant.compare(instant, EARLIEST) < 0;
    if (tooEarly || Temporal.Instant.compare(instant, LATEST) > 0) return undefined;
    return instant.toString({ smallestUnit: 'millisecond' });
  } catch {
    return undefined;
  }
}

/** An RFC 3339 date-time with an offset, normalised to UTC milliseconds: `2026-11-20T09:00:00.000Z`. Years 1900 to 9999. */
export const instant = z
  .string()
  .max(40)
  .check((payload) => {
    const read = plainInstant(payload.value) ?? canonicalInstant(payload.value);
    if (read !== undefined) payload.value = read;
    else payload.issues.push({ code: 'custom', message: NO_INSTANT, input: payload.value });
  })
  .meta({ format: 'date-time', maxLength: undefined });

/** An instant in a response. The service that writes it has formatted it, so it is not parsed again. */
export const timestamp = z.string().meta({ format: 'date-time' });

function isLocalDate(value: string): boolean {
  return /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}$/.test(value) && beginsWithDay(value);
}

/** A calendar date, `2026-11-20`. */
export const localDate = z
  .string()
  .refine(isLocalDate, 'must be a calendar date, YYYY-MM-DD')
  .meta({ format: 'date' });

/** Money in minor units: digits only, at most 15 of them. */
export const minorUnits = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a string of 1 to 15 digits')
  .meta({ description: 'Minor units of the currency.' });

/** An amount that a client requests. One that exceeds what is available is refused by the operation, not by the shape. */
export const requestedMinorUnits = z.string().regex(/^\d{1,1000}$/, 'must be a string of digits');

/** Three capital letters. A code without an FX rate is refused by the operation, not by the shape. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be three capital letters')
  .meta({ description: 'ISO 4217 code.' });

export const positiveInteger = z.int().positive();

/** An e-mail address, normalised to lower case. */
export const email = z
  .string()
  .max(254)
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be an e-mail address')
  .pipe(z.email('must be an e-mail address'))
  .overwrite((value) => value.toLowerCase())
  .meta({ format: 'email' });

/** The position of the last row of a page. Lists are ordered by (createdAt, id). */
export const listPosition = z.object({ createdAt: z.string(), id: uuid });
export type ListPosition = z.infer<typeof listPosition>;

/** Part of every list request. `after` is null on the first page. */
export const pageRequest = z.object({ limit: z.int().min(1).max(100), after: listPosition.nullable() });
