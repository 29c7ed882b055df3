import { hash, randomBytes as nodeRandomBytes } from 'node:crypto';
import type { Digest, RandomBytes } from '../ports.ts';

export const randomBytes: RandomBytes = (length) => nodeRandomBytes(length);

export const sha256: Digest = (text) => hash('sha256', text, 'buffer');
