import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bill as billShape } from '@lodging/contract-inventory';
import { z } from 'zod';
import type { FrozenBill } from '../domain/frozen-bill.ts';

/** So many characters leave the rest of a token its place within the 8 KiB that it may have. */
const MAX_LENGTH = 5_400;
/** Of a signed claim; a bill of 366 nights with 50 lines has a tenth of it. */
const MAX_BYTES = 256 * 1024;
/** A bill has some hundred bytes: the default window would take longer to allocate than they take to compress. */
const COMPRESSION = { windowBits: 12, memLevel: 5 };

/** Nights are consecutive dates, so their amounts follow the first date. */
const packedTerms = z.object({
  bill: billShape.extend({ nights: z.object({ first: z.iso.date(), amounts: z.string() }) }),
});

/**
 * The frozen terms of a quote as a claim of its token. Undefined where they would make the token too long: the price is
 * promised all the same, and its bill is unknown.
 */
export function packTerms({ nights, ...bill }: FrozenBill): string | undefined {
  const amounts = nights.map(({ amountMinorUnits }) => amountMinorUnits).join(',');
  const packed = { bill: { ...bill, nights: { first: nights[0]?.date ?? '', amounts } } };
  const terms = deflateRawSync(JSON.stringify(packed), COMPRESSION).toString('base64url');
  return terms.length <= MAX_LENGTH ? terms : undefined;
}

/** Throws for a claim that `packTerms` did not write. */
export function unpackTerms(terms: string): FrozenBill {
  const json = inflateRawSync(Buffer.from(terms, 'base64url'), { maxOutputLength: MAX_BYTES }).toString();
  const { nights, ...bill } = packedTerms.parse(JSON.parse(json)).bill;
  const first = Temporal.PlainDate.from(nights.first);
  const amounts = nights.amounts.split(',');
  return {
    ...bill,
    nights: amounts.map((amountMinorUnits, index) => ({
      date: first.add({ days: index }).toString(),
      amountMinorUnits,
    })),
  };
}
