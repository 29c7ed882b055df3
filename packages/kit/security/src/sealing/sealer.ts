import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of the text form, so that another one can stand beside it. */
const TEXT_VERSION = 'v1.';

/**
 * Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D). The owner is bound in as additional data and not stored:
 * a sealed value that is moved to another owner does not open. `open` gives undefined where the value was sealed for
 * another owner, purpose or secret, or was altered.
 */
export interface Sealer {
  seal(owner: string, text: string): string;
  open(owner: string, sealed: string): string | undefined;
  /** The same as bytes: nonce, authentication tag, ciphertext. */
  sealBytes(owner: string, bytes: Uint8Array): Buffer;
  openBytes(owner: string, sealed: Uint8Array): Buffer | undefined;
}

/** `purpose` derives a key of its own from the secret (HKDF, RFC 5869), so one secret serves several. It must never change. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  const sealBytes = (owner: string, bytes: Uint8Array): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
    const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  };
  const openBytes = (owner: string, sealed: Uint8Array): Buffer | undefined => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    if (tag.length < TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
    try {
      const bytes = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([bytes, decipher.final()]);
    } catch {
      return undefined;
    }
  };
  return {
    sealBytes,
    openBytes,
    seal: (owner, text) => TEXT_VERSION + sealBytes(owner, Buffer.from(text)).toString('base64url'),
    open(owner, sealed) {
      if (!sealed.startsWith(TEXT_VERSION)) return undefined;
      return openBytes(owner, Buffer.from(sealed.slice(TEXT_VERSION.length), 'base64url'))?.toString('utf8');
    },
  };
}
