import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bill as billShape, scheduledPayment, soldPolicy } from '@lodging/contract-inventory';
import { z } from 'zod';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import type { StoredNight } from '../../domain/stay/stored-bill.ts';
import type { PolicyRecord } from '../../domain/stay/stored-policy.ts';
import { packBlock, readBlock } from './amount-blocks.ts';

/** So many characters leave the rest of a quote's token its place within the 8 KiB that it may have. */
export const MAX_QUOTE_TERMS = 5_400;
/** Of a signed claim; a bill of 366 nights with 50 lines has a tenth of it, one with the longest names half of it. */
const MAX_BYTES = 256 * 1024;
/**
 * A bill has some hundred bytes: the default window and output buffer would take longer to allocate, and to collect, than
 * they take to compress.
 */
const COMPRESSION = { windowBits: 11, memLevel: 4, chunkSize: 2_048 };
const INFLATION = { maxOutputLength: MAX_BYTES, chunkSize: 2_048 };
/** Densely packed terms are rare and long. */
const MOST_COMPRESSION = { level: 9, memLevel: 9 };

const rest = { policy: soldPolicy.nullable(), schedule: z.array(scheduledPayment) };
const billWithout = billShape.omit({ nights: true });

/**
 * Nights are consecutive dates, so their amounts follow the first date. What extra guests add is mostly the same in each, so
 * it compresses well; absent where they add nothing.
 */
const packedNights = z.object({ first: z.string(), extras: z.string().optional() });
const plainTerms = z.object({
  bill: billWithout.extend({ nights: packedNights.extend({ amounts: z.string() }) }),
  ...rest,
});
const denseTerms = z.object({
  bill: billWithout.extend({ nights: packedNights }),
  ...rest,
});

/**
 * The stored terms as a claim of a token. Where they would make it too long, they go without their translations first.
 * Undefined where they are too long in either layout.
 */
export function packTerms(translated: ReservationTerms, maxLength: number): string | undefined {
  const whole = packPlain(translated);
  if (whole !== undefined && whole.length <= maxLength) return whole;
  const terms = withoutTranslations(translated);
  const plain = packPlain(terms);
  if (plain !== undefined && plain.length <= maxLength) return plain;
  const dense = packDense(terms);
  return dense.length <= maxLength ? dense : undefined;
}

function withoutTranslations({ bill, policy, ...terms }: ReservationTerms): ReservationTerms {
  const lines = bill.lines.map(({ translations: _translations, ...line }) => line);
  return {
    ...terms,
    bill: { ...bill, lines },
    policy: policy && { ...policy, policy: inOneLanguage(policy.policy) },
  };
}

function inOneLanguage({ translations: _translations, ...policy }: PolicyRecord): PolicyRecord {
  return policy;
}

/** Null where the token has no terms, undefined where they cannot be read. */
export function readTerms(packed: string | undefined): ReservationTerms | null | undefined {
  if (packed === undefined) return null;
  try {
    return unpackTerms(packed);
  } catch {
    return undefined;
  }
}

/** Throws for a claim that `packTerms` did not write. */
export function unpackTerms(terms: string): ReservationTerms {
  const bytes = inflateRawSync(Buffer.from(terms, 'base64url'), INFLATION);
  return bytes[0] === DENSE ? readDense(bytes) : readPlain(bytes.toString());
}

/**
 * The default layout. The dense one takes a third longer to write and half as long again to read. Undefined where it would
 * not be read again.
 */
function packPlain({ bill: { nights, ...bill }, policy, schedule }: ReservationTerms): string | undefined {
  const amounts = nights.map(({ amountMinorUnits }) => amountMinorUnits).join(',');
  const packed = { bill: { ...bill, nights: { ...packNights(nights), amounts } }, policy, schedule };
  const bytes = Buffer.from(JSON.stringify(packed));
  return bytes.length > MAX_BYTES ? undefined : deflateRawSync(bytes, COMPRESSION).toString('base64url');
}

function readPlain(json: string): ReservationTerms {
  const { bill: packed, ...others } = plainTerms.parse(JSON.parse(json));
  const { nights, ...bill } = packed;
  const amounts = nights.amounts === '' ? [] : nights.amounts.split(',');
  return { ...others, display: null, bill: { ...bill, nights: nightsFrom(nights, amounts) } };
}

/** The first byte of the dense layout. The plain one begins with a brace. */
const DENSE = 1;

/** Canonical, so that the same text comes back. */
const AMOUNT = /^(0|[1-9]\d{0,14})$/;
const isAmount = (name: string) => name.endsWith('MinorUnits');

/** Two blocks, of the nights and of all other amounts in their order, and the JSON, in which they stand as 0. */
export function packDense({ bill: { nights, ...bill }, policy, schedule }: ReservationTerms): string {
  const amounts: bigint[] = [];
  const packed = { bill: { ...bill, nights: packNights(nights) }, policy, schedule };
  const json = JSON.stringify(packed, (name, value: unknown) => {
    if (!isAmount(name) || typeof value !== 'string' || !AMOUNT.test(value)) return value;
    amounts.push(BigInt(value));
    return 0;
  });
  const ofNights = nights.map(({ amountMinorUnits }) => BigInt(amountMinorUnits));
  const parts = [Buffer.of(DENSE), packBlock(ofNights), packBlock(amounts), Buffer.from(json)];
  return deflateRawSync(Buffer.concat(parts), MOST_COMPRESSION).toString('base64url');
}

function readDense(bytes: Buffer): ReservationTerms {
  const nights = readBlock(bytes, 1);
  const { amounts, end } = readBlock(bytes, nights.end);
  const left = amounts.values();
  // Fields are revived in the order in which they were written.
  const revived: unknown = JSON.parse(bytes.toString('utf8', end), (name, value: unknown) =>
    isAmount(name) && value === 0 ? left.next().value?.toString() : value,
  );
  const { bill: packed, ...others } = denseTerms.parse(revived);
  const { nights: dates, ...bill } = packed;
  return {
    ...others,
    display: null,
    bill: { ...bill, nights: nightsFrom(dates, nights.amounts.map(String)) },
  };
}

function packNights(nights: readonly StoredNight[]): z.infer<typeof packedNights> {
  const first = nights[0]?.date ?? '';
  if (nights.every(({ extraGuestsMinorUnits }) => extraGuestsMinorUnits === undefined)) return { first };
  return { first, extras: nights.map(({ extraGuestsMinorUnits = '' }) => extraGuestsMinorUnits).join(',') };
}

function nightsFrom(
  { first, extras }: z.infer<typeof packedNights>,
  amounts: readonly string[],
): StoredNight[] {
  if (amounts.length === 0) return [];
  const date = Temporal.PlainDate.from(first);
  const added = extras?.split(',') ?? [];
  return amounts.map((amountMinorUnits, index) => {
    const night = { date: date.add({ days: index }).toString(), amountMinorUnits };
    const extraGuestsMinorUnits = added[index];
    return extraGuestsMinorUnits ? { ...night, extraGuestsMinorUnits } : night;
  });
}
