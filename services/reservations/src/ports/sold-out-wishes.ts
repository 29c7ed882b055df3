import type { Stay } from '../domain/reservation.ts';

/** What guests of this process were refused last. It only says where a refusal is likely, and refuses nobody. */
export interface SoldOutWishes {
  isLikely(tenantId: string, stay: Stay): boolean;
  add(tenantId: string, stay: Stay): void;
  forget(tenantId: string, stay: Stay): void;
}
