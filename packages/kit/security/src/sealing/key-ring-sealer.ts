import { keyIdOf } from './key-id.ts';
import { createSealer } from './sealer.ts';
import type { Sealer } from './sealer.ts';

export interface TextSealer extends Pick<Sealer, 'seal' | 'open'> {
  /** Of the ring, the current one first. */
  readonly keyIds: readonly [string, ...(readonly string[])];
  /** The key that a text names; undefined for what is no such text. */
  keyIdOf(sealed: string): string | undefined;
}

/** The version of the text form; the texts of `createSealer` begin with `v1.` and name no key. */
const TEXT_VERSION = 'v2';

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
    keyIds: [current.id, ...ring.slice(1).map(({ id }) => id)],
    keyIdOf: (sealed) => {
      const [version, keyId] = sealed.split('.', 2);
      return version === TEXT_VERSION ? keyId : undefined;
    },
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
