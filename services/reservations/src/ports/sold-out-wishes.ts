import type { Stay } from '../domain/reservation.ts';

/** What guests of this process were refused last. It only says where a refusal is likely, and refuses nobody. */
export interface SoldOutWishes {
  isLikely(stay: Stay): boolean;
  add(stay: Stay): void;
  forget(stay: Stay): void;
}
