import { KeyObject, randomInt } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { billLine } from '@lodging/contract-inventory';
import type { BillLine } from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { decodeJwt, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { buildBill, buildTerms } from '../../../test/build-price.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import { MAX_QUOTE_TERMS, packDense, packTerms } from './quote-terms.ts';
import { createQuoteTokens } from './quote-tokens.ts';
import { signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';

const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
const keys: SigningKeyStore = {
  signer: async () => ({ kid: 'one', key: KeyObject.from(privateKey) }),
  verifier: async () => publicKey,
  publicKeys: async () => [],
  rotate: async () => undefined,
};
const quotes = createQuoteTokens(keys);

const { stay, total, tenantId } = buildReservation('held');
const quoteOf = (terms: Quote['terms']): Quote => ({
  id: '01900000-0000-7000-8000-000000000009',
  tenantId,
  stay,
  partySize: 2,
  children: 0,
  total,
  terms,
  expiresAt: noon.add({ minutes: 15 }),
});
const fifteenDigits = () => `${randomInt(1e7, 1e8)}${randomInt(1e6, 1e7)}`;
/** Random amounts of a year of nights cannot be compressed. */
const long = buildTerms(
  buildBill('EUR', '12300', {
    nights: Array.from({ length: 366 }, (_, index) => ({
      date: Temporal.PlainDate.from('2027-03-01').add({ days: index }).toString(),
      amountMinorUnits: fifteenDigits(),
    })),
    lines: Array.from({ length: 35 }, (_, index) => ({
      ...(exampleOf(billLine) as BillLine),
      code: `TAX-${index}`,
      baseMinorUnits: fifteenDigits(),
      unitAmountMinorUnits: fifteenDigits(),
      amountMinorUnits: fifteenDigits(),
    })),
  }),
);

/** Signed by this service, with claims of another making. */
async function signedWith(claims: Record<string, unknown>): Promise<string> {
  const {
    jti,
    sub,
    aud,
    iss: _,
    iat: __,
    exp: ___,
    ...rest
  } = decodeJwt(await quotes.sign(quoteOf(null), noon));
  return signToken(keys, 'quote', {
    id: jti ?? '',
    subject: sub ?? '',
    audience: String(aud),
    issuedAt: noon,
    expiresAt: noon.add({ minutes: 15 }),
    rest: { ...rest, ...claims },
  });
}
const packed = (bytes: string | Buffer) => deflateRawSync(bytes).toString('base64url');

describe('the terms of a quote token', () => {
  it.each([
    ['short', buildTerms(buildBill('EUR', '12300'))],
    ['long, in the dense layout', long],
  ])('are one claim, also where they are %s', async (_, terms) => {
    const token = await quotes.sign(quoteOf(terms), noon);
    expect(decodeJwt(token)['terms']).toBe(packTerms(terms, MAX_QUOTE_TERMS));
    expect(await quotes.read(token)).toEqual(quoteOf(terms));
    expect(packTerms(long, MAX_QUOTE_TERMS)).toBe(packDense(long));
  });

  it('refuse the token where they cannot be read, whatever key signed it', async () => {
    for (const terms of [
      '',
      'not deflated',
      packed('{'),
      packed('{"bill":{}}'),
      packed(Buffer.of(1)),
      packed(Buffer.of(1, 255, 255, 64, 0)),
      packed(Buffer.of(2, 0, 0)),
      packed(' '.repeat(300_000)),
    ])
      expect(await quotes.read(await signedWith({ terms })), terms.slice(0, 40)).toBeUndefined();
    expect(await quotes.read(await signedWith({}))).toEqual(quoteOf(null));
  });
});

describe('a token that comes back to the process that signed it', () => {
  const quote = quoteOf(buildTerms(buildBill('EUR', '12300')));

  it('is the same quote there, in any other process, and after 2,000 later ones', async () => {
    const token = await quotes.sign(quote, noon);
    expect(await quotes.read(token)).toEqual(quote);
    expect(await createQuoteTokens(keys).read(token)).toEqual(quote);
    for (let later = 0; later <= 2_000; later += 1) await quotes.sign(quoteOf(null), noon);
    expect(await quotes.read(token)).toEqual(quote);
  });

  it('is refused there too once its key is gone', async () => {
    let isGone = false;
    const own = createQuoteTokens({
      ...keys,
      verifier: async () => (isGone ? undefined : publicKey),
    });
    const token = await own.sign(quote, noon);
    expect(await own.read(token)).toEqual(quote);
    isGone = true;
    expect(await own.read(token)).toBeUndefined();
  });

  it('is refused there too with another signature, or another body', async () => {
    const [header, body, signature] = (await quotes.sign(quote, noon)).split('.');
    const [, otherBody, otherSignature] = (await quotes.sign({ ...quote, partySize: 9 }, noon)).split('.');
    expect(await quotes.read([header, body, signature].join('.'))).toEqual(quote);
    expect(await quotes.read([header, body, otherSignature].join('.'))).toBeUndefined();
    expect(await quotes.read([header, otherBody, signature].join('.'))).toBeUndefined();
  });
});
