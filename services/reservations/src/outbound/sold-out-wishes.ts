import { createBoundedSet } from '@lodging/kit-runtime';
import type { Stay } from '../domain/reservation.ts';
import type { SoldOutWishes } from '../ports/sold-out-wishes.ts';

/** The oldest is forgotten beyond this. */
const MAX_WISHES = 10_000;

export function createSoldOutWishes(): SoldOutWishes {
  const wishes = createBoundedSet(MAX_WISHES);
  return {
    isLikely: (tenantId, stay) => wishes.has(tenantId, wishOf(stay)),
    add: (tenantId, stay) => wishes.add(tenantId, wishOf(stay)),
    forget: (tenantId, stay) => wishes.delete(tenantId, wishOf(stay)),
  };
}

function wishOf({ resourceId, window, quantity }: Stay): string {
  return `${resourceId} ${window.from.epochMilliseconds} ${window.to.epochMilliseconds} ${quantity}`;
}
