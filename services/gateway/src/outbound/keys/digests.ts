import { hash, randomBytes as nodeRandomBytes } from 'node:crypto';
import type { Digest, RandomBytes } from '../../ports/keys.ts';

export const randomBytes: RandomBytes = (length) => nodeRandomBytes(length);

/** Into the pool of Node: a buffer that the hash makes itself costs more than the hash. */
export const sha256: Digest = (text) => Buffer.from(hash('sha256', text, 'latin1'), 'latin1');

/** The digest as text, by which maps find it. */
export function digestText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
