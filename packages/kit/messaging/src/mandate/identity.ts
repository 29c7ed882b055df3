import { publicKeyOf, signingKeyOf, verifyingKeyOf } from '@lodging/kit-security';
import type { KeyObject } from 'node:crypto';

/** The name and key of a process, and the public keys that it accepts. */
export interface BusIdentity {
  /** The service that the process is. */
  readonly name: string;
  /** A secret text; the key is derived from it. */
  readonly signingKey: string;
  /** `<service>:<public key>`. Two entries of one service while its key is changed. */
  readonly publicKeys: readonly string[];
}

const TYPE = 'mandate+jwt';
const KEY_ID_LENGTH = 12;

export interface Signer {
  readonly issuer: string;
  /** The first part of the token. */
  readonly header: string;
  readonly key: KeyObject;
}

export interface Verifier {
  readonly issuer: string;
  readonly key: KeyObject;
}

/** Throws if BUS_PUBLIC_KEYS lacks the key of this service. */
export function signerOf({ name, signingKey, publicKeys }: BusIdentity): Signer {
  const publicKey = publicKeyOf(signingKey);
  if (!publicKeys.includes(`${name}:${publicKey}`)) {
    throw new Error(`BUS_PUBLIC_KEYS lacks the public key of ${name}, ${publicKey}`);
  }
  return { issuer: name, header: headerOf(publicKey), key: signingKeyOf(signingKey) };
}

/** By the header of their tokens: a token with another algorithm, type or key has no verifier. */
export function verifiersOf({ publicKeys }: BusIdentity): Map<string, Verifier> {
  return new Map(
    publicKeys.map((entry) => {
      const cut = entry.indexOf(':');
      const [issuer, publicKey] = [entry.slice(0, cut), entry.slice(cut + 1)];
      return [headerOf(publicKey), { issuer, key: verifyingKeyOf(publicKey) }];
    }),
  );
}

function headerOf(publicKey: string): string {
  const header = { alg: 'EdDSA', typ: TYPE, kid: publicKey.slice(0, KEY_ID_LENGTH) };
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}
