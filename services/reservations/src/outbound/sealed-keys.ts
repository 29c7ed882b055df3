import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** `name` is bound in: a sealed key under another key's name does not open. */
  seal(name: string, secret: Uint8Array): Buffer;
  /** Undefined where it was sealed under another secret or name, or altered. */
  open(name: string, sealed: Uint8Array): Buffer | undefined;
}

export function sealer(passphrase: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', passphrase, '', 'lodging signing keys', 32));
  return {
    seal(name, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(name, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name)).setAuthTag(tag);
      const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([body, decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
