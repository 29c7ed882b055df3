import { randomBytes } from 'node:crypto';
import { billLine } from '@lodging/contract-inventory';
import type { BillLine } from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { createSealer } from '@lodging/kit-security';
import { fixedClock } from '@lodging/kit-testing';
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { describe, expect, it } from 'vitest';
import { grantFor } from '../../domain/guests/guest-grant.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import { buildTermsWithPolicy } from '../../../test/build-policy.ts';
import { buildBill, buildTerms } from '../../../test/build-price.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';
import { createGuestTokens } from '../guests/guest-tokens.ts';
import { createQuoteTokens } from '../quotes/quote-tokens.ts';
import type { SigningKeyRow } from '../schema.ts';
import type { SigningKeyRepository } from './signing-key-repository.ts';
import { planRotation } from './signing-key-rotation.ts';
import { createSigningKeyStore } from './signing-key-store.ts';

const exampleLine = exampleOf(billLine) as BillLine;
const held = buildReservation('held');
const quote: Quote = {
  id: '01900000-0000-7000-8000-000000000009',
  tenantId: held.tenantId,
  stay: held.stay,
  partySize: 2,
  children: 1,
  total: held.total,
  terms: buildTerms(buildBill('EUR', '12300')),
  expiresAt: noon.add({ milliseconds: 900_123 }),
};
const grant = grantFor({ ...held, holdExpiresAt: noon.add({ minutes: 15 }) });

const createKeySealer = (secret: string) => createSealer(secret, 'lodging signing keys');

/** The table that two replicas share. */
function sharedRepository(clock: { now(): Temporal.Instant }): SigningKeyRepository {
  let rows: SigningKeyRow[] = [];
  return {
    async rotate(plan) {
      const { create, remove } = await plan(rows, clock.now());
      rows = [...rows.filter(({ kid }) => !remove.includes(kid)), ...create];
      return rows;
    },
  };
}

function replica(
  repository: SigningKeyRepository,
  clock: { now(): Temporal.Instant },
  secret = 's'.repeat(32),
) {
  let count = 0;
  const newKid = () => `${Math.random()}-${(count += 1)}`;
  const keys = createSigningKeyStore({ repository, sealer: createKeySealer(secret), clock, newKid });
  return { keys, quotes: createQuoteTokens(keys), guests: createGuestTokens(keys, newKid) };
}

function firstReplica() {
  const clock = fixedClock(noon);
  const repository = sharedRepository(clock);
  return { clock, repository, ...replica(repository, clock) };
}

/** The token with one character changed, at each seventh place; the last character has bits that are not read. */
function alterationsOf(token: string): string[] {
  return Array.from({ length: Math.ceil((token.length - 1) / 7) }, (_, nth) => {
    const at = 7 * nth;
    return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
  });
}

describe('a quote token', () => {
  it('carries the whole quote', async () => {
    const { quotes } = firstReplica();
    const token = await quotes.sign(quote, noon);
    expect(await quotes.read(token)).toEqual(quote);
    expect(token.length).toBeLessThan(1_200);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'quote+jwt' });
  });

  it('is read after its expiry too: the database decides whether it has expired', async () => {
    const { quotes } = firstReplica();
    const expired = { ...quote, expiresAt: Temporal.Instant.from('2001-01-01T00:00:00Z') };
    expect(await quotes.read(await quotes.sign(expired, noon))).toEqual(expired);
  });

  const amounts = Array.from({ length: 366 }, (_, index) =>
    `${(index * 7_919_773_651_127) % 10 ** 15}`.padStart(15, '1'),
  );
  const year = amounts.map((amountMinorUnits, index) => ({
    date: Temporal.PlainDate.from('2027-03-01').add({ days: index }).toString(),
    amountMinorUnits,
  }));

  it('carries the bill of a year of nights with fifteen digits each in at most 8 KiB', async () => {
    const { quotes } = firstReplica();
    const dear = { ...quote, terms: buildTerms(buildBill('EUR', '12300', { nights: year })) };
    const token = await quotes.sign(dear, noon);
    expect(await quotes.read(token)).toEqual(dear);
    expect(token.length).toBeLessThan(8 * 1024);
  });

  it('carries the policy and the schedule of the stay whole', async () => {
    const { quotes } = firstReplica();
    const fixed = { kind: 'fixed', amountMinorUnits: '1500', currency: 'EUR' } as const;
    const schedule = [
      { purpose: 'deposit', amountMinorUnits: '3690', dueAt: '2026-11-20T12:00:00.000Z' },
      { purpose: 'balance', amountMinorUnits: '8610', dueAt: '2027-03-13T23:00:00.000Z' },
    ] as const;
    const sold = { ...quote, terms: { ...buildTermsWithPolicy('12300', { noShow: fixed }), schedule } };
    expect(await quotes.read(await quotes.sign(sold, noon))).toEqual(sold);
  });

  it('leaves out a bill that would make it longer: the price is promised all the same', async () => {
    const { quotes } = firstReplica();
    const random = (length: number) => randomBytes(length).toString('base64').slice(0, length);
    const lines = Array.from({ length: 50 }, () => ({ ...exampleLine, code: random(64), name: random(200) }));
    const dear = { ...quote, terms: buildTerms(buildBill('EUR', '12300', { nights: year, lines })) };
    const token = await quotes.sign(dear, noon);
    expect(await quotes.read(token)).toEqual({ ...quote, terms: null });
    expect(token.length).toBeLessThan(8 * 1024);
  });

  it('has no bill where its quote has none', async () => {
    const { quotes } = firstReplica();
    const plain = { ...quote, terms: null };
    const token = await quotes.sign(plain, noon);
    expect(decodeJwt(token)).not.toHaveProperty('terms');
    expect(await quotes.read(token)).toEqual(plain);
  });

  it('is refused with any character of its body changed', async () => {
    const { quotes } = firstReplica();
    const token = await quotes.sign(quote, noon);
    for (const altered of alterationsOf(token)) expect(await quotes.read(altered), altered).toBeUndefined();
  });

  it.each(['', 'x', 'a.b.c', '..', 'é'.repeat(50), 'x'.repeat(5_000)])('is not %j', async (text) => {
    expect(await firstReplica().quotes.read(text)).toBeUndefined();
  });
});

describe('a guest token', () => {
  it('is bound to its hold, and does not name the guest', async () => {
    const { guests } = firstReplica();
    const token = await guests.sign(grant, noon);
    expect(await guests.read(token, noon)).toEqual(grant);
    expect(decodeJwt(token)).toMatchObject({ sub: held.id, aud: `lodging/holds/${held.id}/confirm` });
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('@');
  });

  it('expires a quarter of an hour after the hold', async () => {
    const { guests } = firstReplica();
    const token = await guests.sign(grant, noon);
    expect(await guests.read(token, noon.add({ minutes: 29, seconds: 59 }))).toEqual(grant);
    expect(await guests.read(token, noon.add({ minutes: 30 }))).toBeUndefined();
  });

  it('expires at the same moment in the process that signed it and in another', async () => {
    const { clock, repository, guests } = firstReplica();
    const { guests: others } = replica(repository, clock);
    const token = await guests.sign({ ...grant, expiresAt: noon.add({ milliseconds: 1_500 }) }, noon);
    for (const milliseconds of [0, 1_000, 1_499, 1_500, 1_999, 2_000, 2_500]) {
      const at = noon.add({ milliseconds });
      const own = await guests.read(token, at);
      expect(own, `${milliseconds} ms`).toEqual(await others.read(token, at));
    }
    expect(await guests.read(token, noon.add({ seconds: 2 }))).toBeUndefined();
  });

  it('is refused with any character changed', async () => {
    const { guests } = firstReplica();
    const token = await guests.sign(grant, noon);
    for (const altered of alterationsOf(token))
      expect(await guests.read(altered, noon), altered).toBeUndefined();
  });
});

describe('a token', () => {
  it('of one kind is refused as the other', async () => {
    const { quotes, guests } = firstReplica();
    expect(await guests.read(await quotes.sign(quote, noon), noon)).toBeUndefined();
    expect(await quotes.read(await guests.sign(grant, noon))).toBeUndefined();
  });

  it.each([
    { flaw: 'another type', header: { typ: 'JWT' } },
    { flaw: 'no key id', header: { kid: undefined } },
    { flaw: 'another issuer', claims: { iss: 'other' } },
    { flaw: 'another audience', claims: { aud: 'lodging/elsewhere' } },
    { flaw: 'no id', claims: { jti: undefined } },
    { flaw: 'no end', claims: { exp: undefined } },
  ])('is refused with $flaw, though signed with a key of this service', async ({ header, claims }) => {
    const { keys, quotes } = firstReplica();
    const good = await quotes.sign(quote, noon);
    const { kid, key } = await keys.signer('quote');
    const forge = (changedHeader: object, changedClaims: object) =>
      new SignJWT({ ...decodeJwt(good), ...changedClaims })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'quote+jwt', kid, ...changedHeader })
        .sign(key);
    expect(await quotes.read(await forge({}, {}))).toEqual(quote);
    expect(await quotes.read(await forge(header ?? {}, claims ?? {}))).toBeUndefined();
  });

  it('is refused when signed with another key under a known key id', async () => {
    const { keys, quotes } = firstReplica();
    const { kid } = await keys.signer('quote');
    const foreign = await generateKeyPair('EdDSA', { extractable: true });
    const claims = decodeJwt(await quotes.sign(quote, noon));
    const sign = (key: CryptoKey | Uint8Array, alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'quote+jwt', kid }).sign(key);
    expect(await quotes.read(await sign(foreign.privateKey, 'EdDSA'))).toBeUndefined();
    const pem = Buffer.from(await exportPKCS8(foreign.privateKey));
    expect(await quotes.read(await sign(pem, 'HS256'))).toBeUndefined();
  });
});

describe('the signing keys', () => {
  it('are the same for all replicas, and are published without their private halves', async () => {
    const { clock, repository, quotes, keys } = firstReplica();
    const other = replica(repository, clock);
    expect(await other.quotes.read(await quotes.sign(quote, noon))).toEqual(quote);
    const published = await other.keys.publicKeys();
    expect(published).toEqual(await keys.publicKeys());
    expect(published).toHaveLength(2);
    for (const key of published) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    }
  });

  it('rotate every 30 days; tokens stay valid across the rotation', async () => {
    const { clock, quotes, guests, keys } = firstReplica();
    const old = await guests.sign({ ...grant, expiresAt: noon.add({ hours: 24 * 40 }) }, noon);
    const before = decodeProtectedHeader(await quotes.sign(quote, noon)).kid;
    clock.advance({ hours: 29 * 24 + 1 });
    await keys.rotate();
    expect(decodeProtectedHeader(await quotes.sign(quote, noon)).kid).toBe(before);
    clock.advance({ hours: 24 });
    expect(decodeProtectedHeader(await quotes.sign(quote, noon)).kid).not.toBe(before);
    expect(await guests.read(old, clock.now())).toBeDefined();
    clock.advance({ hours: 24 });
    await keys.rotate();
    expect(await guests.read(old, clock.now())).toBeUndefined();
  });

  it('are stored sealed, and open with their own key id and secret only', async () => {
    const sealer = createKeySealer('s'.repeat(32));
    const { create } = await planRotation(sealer, () => 'kid')([], noon);
    const sealed = create[0]?.sealedPrivateKey ?? Buffer.alloc(0);
    expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(sealer.openBytes('kid', sealed)?.toString()).toContain('PRIVATE KEY');
    expect(sealer.openBytes('other', sealed)).toBeUndefined();
    expect(createKeySealer('t'.repeat(32)).openBytes('kid', sealed)).toBeUndefined();
  });

  it('are sealed in a form that never changes', () => {
    const kid = '01900000-0000-7000-8000-000000000001';
    const sealed = Buffer.from(
      'eg1lNUBj3nakOTDhBgf0HaZCz3a/PHJgegECwX3c6O+8I67pRxdQ6mjt6BqoHIaGw6qwytCqpV439rxZcRkMgpeRM17Bx8yUFwrfPaP36V6f3pzhtNe65lpM7dzgzVtU',
      'base64',
    );
    const opened = createKeySealer('token key secret for tests only.').openBytes(kid, sealed);
    expect(opened?.toString()).toBe(
      '-----BEGIN PRIVATE KEY-----\nsealed before\n-----END PRIVATE KEY-----\n',
    );
  });

  it('that were sealed under another secret no longer sign, but still verify', async () => {
    const { clock, repository, quotes } = firstReplica();
    const token = await quotes.sign(quote, noon);
    const changed = replica(repository, clock, 't'.repeat(32));
    expect(await changed.quotes.read(token)).toEqual(quote);
    const fresh = await changed.quotes.sign(quote, noon);
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(token).kid);
    expect(await changed.quotes.read(fresh)).toEqual(quote);
  });

  it('are not reloaded for every forged key id', async () => {
    const { clock, repository, quotes } = firstReplica();
    const token = await quotes.sign(quote, noon);
    let loads = 0;
    const counting: SigningKeyRepository = {
      rotate: (plan) => ((loads += 1), repository.rotate(plan)),
    };
    const other = replica(counting, clock);
    const forged = `${Buffer.from('{"alg":"EdDSA","kid":"unknown"}').toString('base64url')}.e30.AA`;
    for (let count = 0; count < 10; count += 1) expect(await other.quotes.read(forged)).toBeUndefined();
    expect(await other.quotes.read(token)).toEqual(quote);
    expect(loads).toBe(1);
  });
});
