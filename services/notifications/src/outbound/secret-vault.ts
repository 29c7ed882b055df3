// Owns how webhook secrets rest: AES-256-GCM, bound to the tenant and the endpoint they belong to.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '../use-cases/webhook-ports.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the form, so that another one can stand beside it one day. */
const FORM = 'v1.';

export function secretVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lodging.notifications.webhook-secret', KEY_BYTES));
  const boundTo = (tenantId: string, id: string) => Buffer.from(`${tenantId}|${id}`);

  return {
    seal(tenantId, id, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(boundTo(tenantId, id));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return FORM + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(tenantId, id, sealed) {
      if (!sealed.startsWith(FORM)) return undefined;
      const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(boundTo(tenantId, id))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
