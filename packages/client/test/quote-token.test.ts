import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyQuoteToken } from '../src/index.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'EdDSA', use: 'sig' }];
const now = Date.parse('2027-05-03T09:00:00.000Z');
const claims = {
  iss: 'lodging.reservations',
  aud: 'lodging/holds',
  sub: 'resource',
  jti: 'quote',
  iat: now / 1_000,
  exp: now / 1_000 + 900,
  tenant: 'tenant',
  roomType: null,
  plan: 'plan',
  from: '2027-06-10T15:00:00Z',
  to: '2027-06-12T10:00:00Z',
  zone: 'Europe/Zurich',
  party: 2,
  quantity: 1,
  total: '20000',
  currency: 'EUR',
};

function token(payload: object = claims, header: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'quote+jwt', kid: 'k1', ...header })}.${part(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

describe('a quote token', () => {
  it('returns the content of the quote', async () => {
    expect(await verifyQuoteToken(token(), keys, { now })).toEqual({
      quoteId: 'quote',
      tenantId: 'tenant',
      resourceId: 'resource',
      roomTypeId: null,
      ratePlanId: 'plan',
      from: claims.from,
      to: claims.to,
      timezone: 'Europe/Zurich',
      partySize: 2,
      occupancyChildren: 0,
      quantity: 1,
      totalMinorUnits: '20000',
      currency: 'EUR',
      issuedAt: '2027-05-03T09:00:00.000Z',
      expiresAt: '2027-05-03T09:15:00.000Z',
    });
  });

  const [head, , signature] = token().split('.');
  const cheaper = Buffer.from(JSON.stringify({ ...claims, total: '1' })).toString('base64url');
  it.each([
    ['with another price', `${head}.${cheaper}.${signature}`, 'wrong_signature'],
    ['of another issuer', token({ ...claims, iss: 'other' }), 'wrong_signature'],
    ['for another use', token(claims, { typ: 'guest+jwt' }), 'malformed'],
    ['with another algorithm', token(claims, { alg: 'none' }), 'malformed'],
    ['of a key that is not published', token(claims, { kid: 'k2' }), 'unknown_key'],
    ['that is over', token({ ...claims, exp: now / 1_000 }), 'wrong_time'],
    ['that is no token', 'x.y', 'malformed'],
    ['with a fourth part', `${token()}.x`, 'malformed'],
  ])('%s is refused', async (_what, text, reason) => {
    await expect(verifyQuoteToken(text, keys, { now })).rejects.toMatchObject({ reason });
  });
});
