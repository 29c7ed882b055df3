import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bill as billShape, scheduledPayment, soldPolicy } from '@lodging/contract-inventory';
import { z } from 'zod';
import type { ReservationTerms } from '../domain/reservation-terms.ts';

/** So many characters leave the rest of a token its place within the 8 KiB that it may have. */
const MAX_LENGTH = 5_400;
/** Of a signed claim; a bill of 366 nights with 50 lines has a tenth of it. */
const MAX_BYTES = 256 * 1024;
/** A bill has some hundred bytes: the default window would take longer to allocate than they take to compress. */
const COMPRESSION = { windowBits: 12, memLevel: 5 };

/** Nights are consecutive dates, so their amounts follow the first date. */
const packedTerms = z.object({
  bill: billShape.extend({ nights: z.object({ first: z.string(), amounts: z.string() }) }),
  policy: soldPolicy.nullable(),
  schedule: z.array(scheduledPayment),
});

/**
 * The frozen terms of a quote as a claim of its token. Undefined where they would make the token too long: the price is
 * promised all the same, and its terms are unknown.
 */
export function packTerms({
  bill: { nights, ...bill },
  policy,
  schedule,
}: ReservationTerms): string | undefined {
  const amounts = nights.map(({ amountMinorUnits }) => amountMinorUnits).join(',');
  const packed = { bill: { ...bill, nights: { first: nights[0]?.date ?? '', amounts } }, policy, schedule };
  const terms = deflateRawSync(JSON.stringify(packed), COMPRESSION).toString('base64url');
  return terms.length <= MAX_LENGTH ? terms : undefined;
}

/** Throws for a claim that `packTerms` did not write. */
export function unpackTerms(terms: string): ReservationTerms {
  const json = inflateRawSync(Buffer.from(terms, 'base64url'), { maxOutputLength: MAX_BYTES }).toString();
  const { bill: packed, ...rest } = packedTerms.parse(JSON.parse(json));
  const { nights, ...bill } = packed;
  return { ...rest, display: null, bill: { ...bill, nights: unpackNights(nights) } };
}

function unpackNights({ first, amounts }: { readonly first: string; readonly amounts: string }) {
  if (amounts === '') return [];
  const date = Temporal.PlainDate.from(first);
  return amounts.split(',').map((amountMinorUnits, index) => ({
    date: date.add({ days: index }).toString(),
    amountMinorUnits,
  }));
}
