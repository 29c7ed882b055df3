import { hash, randomBytes } from 'node:crypto';
import type { Digest, RandomBytes } from '../use-cases/feed-ports.ts';

export const random: RandomBytes = (length) => randomBytes(length);

export const sha256: Digest = (text) => hash('sha256', text, 'buffer');
