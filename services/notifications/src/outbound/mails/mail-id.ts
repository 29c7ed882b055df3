import { createHash } from 'node:crypto';
import type { MailIdOf } from '../../ports/mails.ts';

/**
 * The same mail has the same id, also after a restore that lost its row: with it, mail programs recognise it by its
 * Message-ID. A UUID of version 8.
 */
export const mailIdOf: MailIdOf = ({ tenantId, reservationId, kind, fact, version }) => {
  const text = JSON.stringify([tenantId, reservationId, kind, fact, version]);
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
