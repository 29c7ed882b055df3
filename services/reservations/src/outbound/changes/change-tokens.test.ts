import { KeyObject, randomInt } from 'node:crypto';
import { billLine } from '@lodging/contract-inventory';
import type { BillLine } from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { buildPolicy } from '../../../test/build-policy.ts';
import { buildBill, buildTerms } from '../../../test/build-price.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';
import type { QuotedChange } from '../../domain/changes/stay-change.ts';
import type { StoredLine } from '../../domain/stay/stored-bill.ts';
import { stayOfChange } from '../../domain/stay/stay-of-change.ts';
import { createChangeTokens } from './change-tokens.ts';

const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
const tokens = createChangeTokens(
  {
    signer: async () => ({ kid: 'one', key: KeyObject.from(privateKey) }),
    verifier: async () => publicKey,
    publicKeys: async () => [],
    rotate: async () => undefined,
  },
  () => '01900000-0000-7000-8000-000000000009',
);

/** What the body of a request may have. */
const BODY_BYTES = 256 * 1024;

const reservation = buildReservation('confirmed');
const quoteOf = (terms: QuotedChange['terms']): QuotedChange => ({
  stay: reservation.stay,
  occupancy: { adults: 2, children: 0 },
  total: reservation.total,
  terms: { ...terms, floor: '0', retained: '0' },
  changes: ['to', 'totalMinorUnits'],
  previous: stayOfChange(reservation),
  removed: 0n,
  retained: 0n,
  tenantId: reservation.tenantId,
  reservationId: reservation.id,
  version: 2,
  expiresAt: noon.add({ minutes: 15 }),
});

/** Characters of three bytes in which nothing repeats. */
const words = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(0x4e_00, 0x9f_ff))).join('');
const digits = () => `${randomInt(1e7, 1e8)}${randomInt(1e6, 1e7)}`;
const code = () => Array.from({ length: 64 }, () => randomInt(36).toString(36)).join('');

const lineOf = (changes: Partial<StoredLine> = {}): StoredLine => ({
  ...(exampleOf(billLine) as BillLine),
  code: code(),
  name: words(200),
  ...changes,
});
const linesOf = (count: number, changes: () => Partial<StoredLine> = () => ({})) =>
  Array.from({ length: count }, () => lineOf(changes()));
const termsOf = (lines: readonly StoredLine[]) => buildTerms(buildBill('EUR', '12300', { lines }));

/** As many languages and characters as the translations of a name may have. */
const translationsOf = (name: () => string) =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `de-variant1-variant2-variant3-${10 + index}`,
      { name: name() },
    ]),
  );

/** A year of nights, with fifty exempt rules: the longest bill of a tenant. */
const longest = () => {
  const nights = Array.from({ length: 366 }, (_, index) => ({
    date: Temporal.PlainDate.from('2027-03-01').add({ days: index }).toString(),
    amountMinorUnits: digits(),
    extraGuestsMinorUnits: digits(),
  }));
  const lines = linesOf(50, () => ({
    baseMinorUnits: digits(),
    unitAmountMinorUnits: digits(),
    amountMinorUnits: digits(),
    note: `exempt:${words(200)}`,
  }));
  const childAges = Array.from({ length: 1_000 }, () => randomInt(18));
  return {
    ...buildTerms(buildBill('EUR', '12300', { nights, lines, childAges })),
    policy: buildPolicy({ name: words(200) }),
  };
};

describe('a change token', () => {
  it.each([0, 1, 5, 10, 20, 26, 30, 50])('carries a bill of %i rules with long names', async (count) => {
    const quote = quoteOf(termsOf(linesOf(count)));
    expect(await tokens.read(await tokens.sign(quote, noon))).toEqual(quote);
  });

  it('carries the longest bill of a tenant, and is no longer than a body', async () => {
    const quote = quoteOf(longest());
    const token = await tokens.sign(quote, noon);
    expect(token.length).toBeLessThan(BODY_BYTES);
    expect(await tokens.read(token)).toEqual(quote);
  });

  it.each([
    ['cannot be compressed', () => words(50)],
    ['repeat, and are longer than what is read again', () => '語'.repeat(50)],
  ])('drops translations that %s', async (_, name) => {
    const terms = longest();
    const lines = terms.bill.lines.map((line) => ({ ...line, translations: translationsOf(name) }));
    const long = quoteOf({ ...terms, bill: { ...terms.bill, lines } });
    expect(await tokens.read(await tokens.sign(long, noon))).toEqual(quoteOf(terms));
  });

  it('is refused above the length that it may have', async () => {
    const token = await tokens.sign(quoteOf(termsOf([])), noon);
    expect(await tokens.read(`${token}${'A'.repeat(BODY_BYTES)}`)).toBeUndefined();
  });
});
