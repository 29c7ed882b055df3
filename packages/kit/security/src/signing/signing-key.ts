import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const SEED_BYTES = 32;
/** The prefix of the seed of an Ed25519 key in PKCS #8 (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Must never change: the keys of the services follow from it. */
const PURPOSE = 'lodging.bus.signing';

/** The private Ed25519 key that a secret text stands for (HKDF, RFC 5869): any random text can be a signing key. */
export function signingKeyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half as settings have it: 43 characters of base64url. */
export function publicKeyOf(secret: string): string {
  const { x } = createPublicKey(signingKeyOf(secret)).export({ format: 'jwk' });
  if (x === undefined) throw new Error('the key has no public half');
  return x;
}

/** Throws where the text is no public key. */
export function verifyingKeyOf(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
}
