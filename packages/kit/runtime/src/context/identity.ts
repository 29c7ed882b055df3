import { uuidV7 } from '@lodging/kernel';
import type { Clock, NewId } from '@lodging/kernel';
import { randomBytes } from 'node:crypto';

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

const RANDOM_BYTES_PER_ID = 10;
const POOLED_IDS = 128;
let pool = randomBytes(0);
let used = 0;

/** One system call fetches the random bytes of many ids. */
export const newId: NewId = () => {
  if (used + RANDOM_BYTES_PER_ID > pool.length) {
    pool = randomBytes(RANDOM_BYTES_PER_ID * POOLED_IDS);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES_PER_ID);
  used += RANDOM_BYTES_PER_ID;
  return uuidV7(Date.now(), random);
};
