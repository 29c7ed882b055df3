import { hash } from 'node:crypto';

export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** The same as text, in base64url. */
export function sha256Text(text: string): string {
  return hash('sha256', text, 'base64url');
}
