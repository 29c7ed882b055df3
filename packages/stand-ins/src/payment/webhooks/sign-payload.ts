// Owns the provider's webhook signature: HMAC-SHA256 over the time and the raw body.
import { createHmac } from 'node:crypto';

export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
