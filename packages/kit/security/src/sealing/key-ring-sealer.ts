import { createHash } from 'node:crypto';
import { createSealer } from './sealer.ts';
import type { Sealer } from './sealer.ts';

export type TextSealer = Pick<Sealer, 'seal' | 'open'>;

/** The version of the text form; the texts of `createSealer` begin with `v1.` and name no key. */
const TEXT_VERSION = 'v2';
const KEY_ID_LENGTH = 8;

/**
 * A sealer whose texts name their key: `v2.<key id>.<sealed>`. It seals with the first secret and opens what any of them
 * has sealed, so that a secret can be replaced while texts of the old one exist.
 */
export function createKeyRingSealer(
  secrets: readonly [string, ...(readonly string[])],
  purpose: string,
): TextSealer {
  const ring = secrets.map((secret) => ({ id: keyIdOf(secret), sealer: createSealer(secret, purpose) }));
  const [current = { id: '', sealer: createSealer(secrets[0], purpose) }] = ring;
  return {
    seal: (owner, text) =>
      `${TEXT_VERSION}.${current.id}.${current.sealer.sealBytes(owner, Buffer.from(text)).toString('base64url')}`,
    open(owner, sealed) {
      const [version, keyId, bytes = ''] = sealed.split('.');
      if (version !== TEXT_VERSION) return undefined;
      const key = ring.find(({ id }) => id === keyId);
      return key?.sealer.openBytes(owner, Buffer.from(bytes, 'base64url'))?.toString('utf8');
    },
  };
}

/** Of a random secret of 32 characters or more, so it does not help to guess it. */
function keyIdOf(secret: string): string {
  return createHash('sha256').update(`lodging key id|${secret}`).digest('base64url').slice(0, KEY_ID_LENGTH);
}
