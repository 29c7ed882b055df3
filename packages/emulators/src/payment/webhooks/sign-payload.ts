import { createHmac } from 'node:crypto';

export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
