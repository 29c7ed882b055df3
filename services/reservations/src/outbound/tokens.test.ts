// Guards the two kinds of tokens: what we signed is believed, and nothing else is.
import { fixedClock } from '@lodging/kit-testing';
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { describe, expect, it } from 'vitest';
import { grantFor } from '../domain/guest-grant.ts';
import type { Quote } from '../domain/quote.ts';
import { aReservation, noon } from '../../test/reservation.ts';
import { guestTokens } from './guest-tokens.ts';
import { planRenewal } from './key-renewal.ts';
import { createKeyring } from './keyring.ts';
import { quoteTokens } from './quote-tokens.ts';
import type { SigningKeyRow } from './schema.ts';
import { sealer } from './sealed-keys.ts';
import type { SigningKeyStore } from './signing-key-store.ts';

const held = aReservation('held');
const quote: Quote = {
  id: '01900000-0000-7000-8000-000000000009',
  tenantId: held.tenantId,
  stay: held.stay,
  partySize: 2,
  total: held.total,
  expiresAt: noon.add({ milliseconds: 900_123 }),
};
const grant = grantFor({ ...held, holdExpiresAt: noon.add({ minutes: 15 }) });

/** What two replicas share. */
function sharedKeys(clock: { now(): Temporal.Instant }): SigningKeyStore {
  let rows: SigningKeyRow[] = [];
  return {
    async renew(plan) {
      const { create, forget } = await plan(rows, clock.now());
      rows = [...rows.filter(({ kid }) => !forget.includes(kid)), ...create];
      return rows;
    },
  };
}

function replica(store: SigningKeyStore, clock: { now(): Temporal.Instant }, secret = 's'.repeat(32)) {
  let count = 0;
  const newKid = () => `${Math.random()}-${(count += 1)}`;
  const keyring = createKeyring({ store, sealer: sealer(secret), clock, newKid });
  return { keyring, quotes: quoteTokens(keyring), guests: guestTokens(keyring, newKid) };
}

function house() {
  const clock = fixedClock(noon);
  const store = sharedKeys(clock);
  return { clock, store, ...replica(store, clock) };
}

describe('a quote token', () => {
  it('carries the whole quote there and back', async () => {
    const { quotes } = house();
    const token = await quotes.sign(quote, noon);
    expect(await quotes.read(token)).toEqual(quote);
    expect(token.length).toBeLessThan(1_000);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'quote+jwt' });
  });

  it('is read after its end too: whether it has lapsed is for the database to say', async () => {
    const { quotes } = house();
    const lapsed = { ...quote, expiresAt: Temporal.Instant.from('2001-01-01T00:00:00Z') };
    expect(await quotes.read(await quotes.sign(lapsed, noon))).toEqual(lapsed);
  });

  it('is refused with any character of its body changed', async () => {
    const { quotes } = house();
    const token = await quotes.sign(quote, noon);
    for (let index = 0; index < token.length - 1; index += 7) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const altered = token.slice(0, index) + other + token.slice(index + 1);
      expect(await quotes.read(altered), `character ${index}`).toBeUndefined();
    }
  });

  it.each(['', 'x', 'a.b.c', '..', 'é'.repeat(50), 'x'.repeat(5_000)])('is not %j', async (text) => {
    expect(await house().quotes.read(text)).toBeUndefined();
  });
});

describe('a guest token', () => {
  it('is bound to its hold, and does not say who the guest is', async () => {
    const { guests } = house();
    const token = await guests.sign(grant, noon);
    expect(await guests.read(token, noon)).toEqual(grant);
    expect(decodeJwt(token)).toMatchObject({ sub: held.id, aud: `lodging/holds/${held.id}/confirm` });
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('@');
  });

  it('lives until a quarter of an hour after the hold', async () => {
    const { guests } = house();
    const token = await guests.sign(grant, noon);
    expect(await guests.read(token, noon.add({ minutes: 29, seconds: 59 }))).toEqual(grant);
    expect(await guests.read(token, noon.add({ minutes: 30 }))).toBeUndefined();
  });
});

describe('one kind of token', () => {
  it('never passes for the other', async () => {
    const { quotes, guests } = house();
    expect(await guests.read(await quotes.sign(quote, noon), noon)).toBeUndefined();
    expect(await quotes.read(await guests.sign(grant, noon))).toBeUndefined();
  });

  it.each([
    { flaw: 'another type', header: { typ: 'JWT' } },
    { flaw: 'no key id', header: { kid: undefined } },
    { flaw: 'another issuer', claims: { iss: 'somebody' } },
    { flaw: 'another audience', claims: { aud: 'lodging/elsewhere' } },
    { flaw: 'no id', claims: { jti: undefined } },
    { flaw: 'no end', claims: { exp: undefined } },
  ])('is refused with $flaw, though signed with our key', async ({ header, claims }) => {
    const { keyring, quotes } = house();
    const good = await quotes.sign(quote, noon);
    const { kid, key } = await keyring.signer('quote');
    const forge = (changedHeader: object, changedClaims: object) =>
      new SignJWT({ ...decodeJwt(good), ...changedClaims })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'quote+jwt', kid, ...changedHeader })
        .sign(key);
    expect(await quotes.read(await forge({}, {}))).toEqual(quote);
    expect(await quotes.read(await forge(header ?? {}, claims ?? {}))).toBeUndefined();
  });

  it('is refused when a stranger signed it under our key id', async () => {
    const { keyring, quotes } = house();
    const { kid } = await keyring.signer('quote');
    const stranger = await generateKeyPair('EdDSA', { extractable: true });
    const claims = decodeJwt(await quotes.sign(quote, noon));
    const sign = (key: CryptoKey | Uint8Array, alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'quote+jwt', kid }).sign(key);
    expect(await quotes.read(await sign(stranger.privateKey, 'EdDSA'))).toBeUndefined();
    const pem = Buffer.from(await exportPKCS8(stranger.privateKey));
    expect(await quotes.read(await sign(pem, 'HS256'))).toBeUndefined();
  });
});

describe('the signing keys', () => {
  it('are one set for all replicas, published without their private halves', async () => {
    const { clock, store, quotes, keyring } = house();
    const other = replica(store, clock);
    expect(await other.quotes.read(await quotes.sign(quote, noon))).toEqual(quote);
    const published = await other.keyring.publicKeys();
    expect(published).toEqual(await keyring.publicKeys());
    expect(published).toHaveLength(2);
    for (const key of published) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    }
  });

  it('change every 30 days, and tokens outlive the change', async () => {
    const { clock, quotes, guests, keyring } = house();
    const old = await guests.sign({ ...grant, expiresAt: noon.add({ hours: 24 * 40 }) }, noon);
    const before = decodeProtectedHeader(await quotes.sign(quote, noon)).kid;
    clock.advance({ hours: 29 * 24 + 1 });
    await keyring.rotate();
    expect(decodeProtectedHeader(await quotes.sign(quote, noon)).kid).toBe(before);
    clock.advance({ hours: 24 });
    expect(decodeProtectedHeader(await quotes.sign(quote, noon)).kid).not.toBe(before);
    expect(await guests.read(old, clock.now())).toBeDefined();
    clock.advance({ hours: 24 });
    await keyring.rotate();
    expect(await guests.read(old, clock.now())).toBeUndefined();
  });

  it('lie sealed, and open under their own name and secret only', async () => {
    const mine = sealer('s'.repeat(32));
    const { create } = await planRenewal(mine, () => 'kid')([], noon);
    const sealed = create[0]?.sealedPrivateKey ?? Buffer.alloc(0);
    expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(mine.open('kid', sealed)?.toString()).toContain('PRIVATE KEY');
    expect(mine.open('other', sealed)).toBeUndefined();
    expect(sealer('t'.repeat(32)).open('kid', sealed)).toBeUndefined();
  });

  it('that a changed secret can no longer open sign no more, but what they signed holds', async () => {
    const { clock, store, quotes } = house();
    const token = await quotes.sign(quote, noon);
    const changed = replica(store, clock, 't'.repeat(32));
    expect(await changed.quotes.read(token)).toEqual(quote);
    const fresh = await changed.quotes.sign(quote, noon);
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(token).kid);
    expect(await changed.quotes.read(fresh)).toEqual(quote);
  });

  it('are not asked for again and again for the sake of forged ones', async () => {
    const { clock, store, quotes } = house();
    const token = await quotes.sign(quote, noon);
    let asked = 0;
    const counting = {
      renew: (plan: Parameters<SigningKeyStore['renew']>[0]) => ((asked += 1), store.renew(plan)),
    };
    const other = replica(counting, clock);
    const forged = `${Buffer.from('{"alg":"EdDSA","kid":"nobody"}').toString('base64url')}.e30.AA`;
    for (let count = 0; count < 10; count += 1) expect(await other.quotes.read(forged)).toBeUndefined();
    expect(await other.quotes.read(token)).toEqual(quote);
    expect(asked).toBe(1);
  });
});
