import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the form, so that another one can stand beside it one day. */
const FORM = 'v1.';

export interface Sealing {
  /** `belongsTo` is bound in, and not kept: a sealed text moved to another owner does not open. */
  seal(belongsTo: string, text: string): string;
  /** Undefined where it was sealed for another owner, for another purpose or with another secret, or was altered. */
  open(belongsTo: string, sealed: string): string | undefined;
}

/** `purpose` makes a key of its own of the secret, so that one secret may serve several. It must never change. */
export function sealing(secret: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  return {
    seal(belongsTo, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(belongsTo));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return FORM + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(belongsTo, sealed) {
      if (!sealed.startsWith(FORM)) return undefined;
      const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce)
          .setAAD(Buffer.from(belongsTo))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
